//@ run
/** Character classification and conversion, surrogates, code points. */
public class CharacterMethods {
    public static void main(String[] args) {
        for (int c : new int[] {'a', 'Z', '5', '_', ' ', '\n', 0xe9, 0x3b1, 0x4e2d, 0x660, 0x1F600, 0x10FFFF, 0, 0xAD, 0x2028}) {
            System.out.println(Integer.toHexString(c) + " " + Character.isLetter(c) + " " + Character.isDigit(c) + " " + Character.isLetterOrDigit(c) + " " + Character.isUpperCase(c) + " " + Character.isLowerCase(c) + " " + Character.isWhitespace(c) + " " + Character.isSpaceChar(c) + " " + Character.isJavaIdentifierStart(c) + " " + Character.isJavaIdentifierPart(c) + " " + Character.getType(c) + " " + Character.getNumericValue(c) + " " + Character.charCount(c) + " " + Character.isISOControl(c));
        }
        System.out.println((int) Character.toUpperCase('\u00ff') + " " + (int) Character.toLowerCase('\u0130') + " " + Character.toUpperCase('z') + " " + Character.toTitleCase('a') + " " + Character.digit('f', 16) + " " + Character.digit('g', 16) + " " + Character.forDigit(11, 16));
        String s = "a\uD83D\uDE00b";
        System.out.println(s.length() + " " + s.codePointCount(0, s.length()) + " " + Integer.toHexString(s.codePointAt(1)) + " " + Integer.toHexString(s.codePointBefore(3)) + " " + s.offsetByCodePoints(0, 2));
        System.out.println(Character.isHighSurrogate(s.charAt(1)) + " " + Character.isLowSurrogate(s.charAt(2)) + " " + Character.isSurrogatePair(s.charAt(1), s.charAt(2)) + " " + Character.toChars(0x1F600).length + " " + Integer.toHexString(Character.toCodePoint(s.charAt(1), s.charAt(2))));
        s.codePoints().forEach(c -> System.out.print(Integer.toHexString(c) + " "));
        System.out.println();
        System.out.println(new StringBuilder(s).reverse().codePointAt(1) == 0x1F600);
        System.out.println(Character.getName('a') + " " + Character.UnicodeBlock.of('a') + " " + Character.UnicodeScript.of(0x3b1) + " " + Character.isMirrored('(') + " " + Character.getDirectionality('a'));
        System.out.println(Character.valueOf('x').compareTo('z') + " " + Character.MIN_RADIX + " " + Character.isValidCodePoint(0x110000) + " " + Character.isBmpCodePoint(0xffff) + " " + Character.isIdeographic(0x4e2d) + " " + Character.isAlphabetic('q'));
    }
}
