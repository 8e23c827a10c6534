//@ run
/** Generic signatures, parameters, arrays, interfaces, nested and local classes through reflection. */
import java.lang.reflect.*;
import java.util.*;
import java.util.function.*;

public class ReflectionGenerics {
    static abstract class G<T extends Number & Comparable<T>, U> implements Function<List<? super T>, Map<String, U[]>>, Comparable<G<T, U>> {
        List<? extends T> field;
        T[] arr;

        <X extends Exception> U method(T t, Set<U> us, int i) throws X {
            return null;
        }
    }

    static class Sub extends ArrayList<String> { }

    public static void main(String[] args) throws Exception {
        System.out.println(Arrays.toString(G.class.getTypeParameters()) + " " + Arrays.toString(G.class.getTypeParameters()[0].getBounds()) + " " + G.class.toGenericString());
        for (Type t : G.class.getGenericInterfaces()) {
            System.out.println(t + " " + (t instanceof ParameterizedType));
        }
        Field f = G.class.getDeclaredField("field");
        ParameterizedType pt = (ParameterizedType) f.getGenericType();
        WildcardType wt = (WildcardType) pt.getActualTypeArguments()[0];
        System.out.println(f.getGenericType() + " " + pt.getRawType() + " " + wt.getUpperBounds()[0] + " " + wt.getLowerBounds().length + " " + G.class.getDeclaredField("arr").getGenericType());
        Method m = G.class.getDeclaredMethod("method", Number.class, Set.class, int.class);
        System.out.println(m.toGenericString() + " " + m.getGenericReturnType() + " " + Arrays.toString(m.getGenericExceptionTypes()) + " " + Arrays.toString(m.getGenericParameterTypes()));
        System.out.println(Sub.class.getGenericSuperclass() + " " + ((ParameterizedType) Sub.class.getGenericSuperclass()).getActualTypeArguments()[0]);
        Object a = Array.newInstance(int.class, 3);
        Array.setInt(a, 1, 5);
        System.out.println(Array.getLength(a) + " " + Array.get(a, 1) + " " + Array.newInstance(String.class, 2, 3).getClass() + " " + String[].class.getComponentType() + " " + int[].class.arrayType());
        try {
            Array.get(a, 3);
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        try {
            Array.getLength("x");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        class Local { }
        Object anon = new Object() { };
        Runnable lambda = () -> { };
        System.out.println(Local.class.isLocalClass() + " " + Local.class.getEnclosingMethod().getName() + " " + anon.getClass().getName() + " " + lambda.getClass().isSynthetic() + " " + lambda.getClass().isHidden() + " " + Arrays.toString(lambda.getClass().getInterfaces()));
        System.out.println(Modifier.isAbstract(G.class.getModifiers()) + " " + Modifier.toString(Thread.State.class.getModifiers()) + " " + Thread.State.NEW.getClass().isEnum() + " " + Arrays.toString(Comparable.class.getMethods()));
        TreeSet<String> nested = new TreeSet<>();
        for (Class<?> k : ReflectionGenerics.class.getDeclaredClasses()) {
            nested.add(k.getSimpleName());
        }
        System.out.println(nested + " " + new ArrayList<>(List.of(1)).getClass().getTypeParameters()[0].getName());
    }
}
