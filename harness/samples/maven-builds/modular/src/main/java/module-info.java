module com.example.modular {
    exports com.example.modular;
}
