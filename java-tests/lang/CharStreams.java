//@ run
/** Word counting, Caesar cipher, run-length encoding, palindromes, roman numerals: everyday string work. */
import java.util.*;
import java.util.stream.*;

public class CharStreams {
    static String caesar(String s, int k) {
        return s.chars().mapToObj(c -> Character.isLetter(c) ? "" + (char) ((c - (c < 97 ? 65 : 97) + k + 26) % 26 + (c < 97 ? 65 : 97)) : "" + (char) c).collect(Collectors.joining());
    }

    static String rle(String s) {
        StringBuilder sb = new StringBuilder();
        for (int i = 0, j; i < s.length(); i = j) {
            for (j = i; j < s.length() && s.charAt(j) == s.charAt(i); j++) { }
            sb.append(s.charAt(i)).append(j - i > 1 ? "" + (j - i) : "");
        }
        return sb.toString();
    }

    static String roman(int n) {
        int[] v = {1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1};
        String[] r = {"M", "CM", "D", "CD", "C", "XC", "L", "XL", "X", "IX", "V", "IV", "I"};
        StringBuilder sb = new StringBuilder();
        for (int i = 0; i < v.length; i++) {
            while (n >= v[i]) {
                sb.append(r[i]);
                n -= v[i];
            }
        }
        return sb.toString();
    }

    static boolean palindrome(String s) {
        String t = s.toLowerCase().replaceAll("[^a-z]", "");
        return new StringBuilder(t).reverse().toString().equals(t);
    }

    public static void main(String[] args) {
        String text = "It was the best of times, it was the worst of times";
        Map<String, Long> freq = Arrays.stream(text.toLowerCase().split("\\W+")).collect(Collectors.groupingBy(w -> w, TreeMap::new, Collectors.counting()));
        System.out.println(freq);
        System.out.println(freq.entrySet().stream().sorted(Map.Entry.<String, Long>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey())).limit(3).map(e -> e.getKey() + ":" + e.getValue()).collect(Collectors.joining(" ")));
        String c = caesar("Hello, World!", 3);
        System.out.println(c + " " + caesar(c, -3));
        System.out.println(rle("aaabccdddd") + " " + rle("") + " " + roman(1994) + " " + roman(2024) + " " + palindrome("A man, a plan, a canal: Panama") + " " + palindrome("nope"));
        System.out.println(text.chars().filter(ch -> "aeiou".indexOf(ch) >= 0).count() + " " + text.chars().mapToObj(ch -> (char) ch).filter(Character::isUpperCase).toList());
        System.out.println(Arrays.stream(text.split(" ")).map(w -> Character.toUpperCase(w.charAt(0)) + w.substring(1)).collect(Collectors.joining(" ")));
        System.out.println(String.join("|", new TreeSet<>(Arrays.asList("b,a,c,a".split(",")))) + " " + "a-b-c".replace("-", "") + " " + "x".compareTo("xyz") + " " + "%d%%".formatted(50));
        char[][] box = new char[3][5];
        for (char[] row : box) {
            Arrays.fill(row, '.');
        }
        box[1][2] = '#';
        for (char[] row : box) {
            System.out.println(row);
        }
        System.out.println(Integer.toBinaryString(42).chars().filter(b -> b == '1').count() + " " + new String(new int[] {72, 105, 0x1F600}, 0, 2) + " " + "abc".regionMatches(true, 1, "XBC", 1, 2));
    }
}
