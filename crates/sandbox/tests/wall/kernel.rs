//! The network and the rest of the kernel.

use std::net::{TcpListener, TcpStream};
use std::os::fd::AsRawFd;

use crate::Expect::Trapped;
use crate::check;
use crate::yard::{Outcome, Yard};

#[test]
fn the_network_is_out_of_reach() {
    let yard = Yard::new();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let port = listener.local_addr().unwrap().port().to_string();
    check(&yard, "connect", &port, Trapped("socket"));
    assert_eq!(listener.accept().unwrap_err().kind(), std::io::ErrorKind::WouldBlock);
    check(&yard, "unix_socket", "", Trapped("socket"));
    check(&yard, "socketpair", "", Trapped("socketpair"));
}

#[test]
fn not_even_an_inherited_socket_can_be_connected() {
    let mut yard = Yard::new();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let stream = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
    yard.settings.keep.push(stream.as_raw_fd());
    check(&yard, "connect_kept", &stream.as_raw_fd().to_string(), Trapped("connect"));
}

#[test]
fn the_rest_of_the_kernel_is_out_of_reach() {
    let yard = Yard::new();
    for (name, call) in [
        ("io_uring", "io_uring_setup"),
        ("personality", "personality"),
        ("setuid", "setuid"),
        ("unshare", "unshare"),
        ("shmget", "shmget"),
        ("mq_open", "mq_open"),
        ("bpf", "bpf"),
        ("userfaultfd", "userfaultfd"),
        ("chroot", "chroot"),
    ] {
        check(&yard, name, "", Trapped(call));
    }
}

#[test]
fn the_x32_numbers_are_no_way_around_the_filter() {
    let expected =
        Outcome::Said { result: -1, errno: libc::EPERM, trapped: 0x4000_0000 | libc::SYS_getpid as i32 };
    assert_eq!(Yard::new().run("x32", ""), expected);
}

#[test]
fn the_calls_of_i386_end_the_unit() {
    // A kernel without them raises SIGSEGV before the filter is asked.
    let outcome = Yard::new().run("i386", "");
    let ended = [Outcome::Killed(libc::SIGSYS), Outcome::Killed(libc::SIGSEGV)];
    assert!(ended.contains(&outcome), "{outcome:?}");
}
