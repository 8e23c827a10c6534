//@ run
/** Virtual dispatch, super calls, field hiding, initialization order, abstract classes. */
public class Inheritance {
    static abstract class Shape {
        protected String name = "shape";

        Shape() {
            System.out.println("Shape() " + describe());
        }

        abstract double area();

        String describe() {
            return name + " of area " + area();
        }
    }

    static class Square extends Shape {
        final double side;
        protected String name = "square";

        Square(double side) {
            super();
            this.side = side;
            System.out.println("Square() " + name + " " + super.name + " " + ((Shape) this).name);
        }

        @Override
        double area() {
            return side * side;
        }

        @Override
        String describe() {
            return "[" + super.describe() + "]";
        }
    }

    static class Tiny extends Square {
        Tiny() {
            this(0.5);
        }

        Tiny(double d) {
            super(d);
        }

        @Override
        public String toString() {
            return "Tiny:" + describe();
        }
    }

    static String pick(Object o) {
        return "Object";
    }

    static String pick(Shape s) {
        return "Shape";
    }

    static String pick(Square s) {
        return "Square";
    }

    public static void main(String[] args) {
        Shape s = new Square(3);
        System.out.println(s.describe());
        System.out.println(new Tiny());
        Object o = s;
        System.out.println(pick(o) + pick(s) + pick((Square) s));
        System.out.println((s instanceof Square) + " " + (s instanceof Tiny) + " " + (null instanceof Object));
        System.out.println(s.getClass().getName() + " " + s.getClass().getSuperclass().getSimpleName());
    }
}
