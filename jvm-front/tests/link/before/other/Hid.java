package other;
public class Hid { public Hid() {} }
