package other;
class Hid { public Hid() {} }
