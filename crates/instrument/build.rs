//! Compiles the C++ shim against LLVM's headers.
fn main() {
    let prefix = std::env::var("LLVM_SYS_191_PREFIX").unwrap_or_else(|_| "/usr/lib/llvm-19".into());
    println!("cargo:rerun-if-changed=src/shim.cpp");
    println!("cargo:rerun-if-env-changed=LLVM_SYS_191_PREFIX");
    cc::Build::new()
        .cpp(true)
        .std("c++17")
        .file("src/shim.cpp")
        .include(format!("{prefix}/include"))
        .flag("-fno-rtti")
        .flag("-fno-exceptions")
        .warnings(false)
        .compile("acute_shim");
}
