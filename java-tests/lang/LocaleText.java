//@ run
import java.text.BreakIterator;
import java.text.ChoiceFormat;
import java.text.Collator;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.text.MessageFormat;
import java.text.Normalizer;
import java.text.NumberFormat;
import java.text.ParsePosition;
import java.text.SimpleDateFormat;
import java.time.DayOfWeek;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.chrono.JapaneseDate;
import java.time.format.DateTimeFormatter;
import java.time.format.FormatStyle;
import java.time.format.TextStyle;
import java.time.temporal.IsoFields;
import java.time.temporal.WeekFields;
import java.util.Arrays;
import java.util.Currency;
import java.util.Date;
import java.util.Locale;
import java.util.TimeZone;

/** Numbers, dates and words as people of different countries write them. */
public class LocaleText {
    public static void main(String[] args) throws Exception {
        LocalDateTime time = LocalDateTime.of(2024, 2, 29, 13, 5, 9);
        for (Locale locale : new Locale[] {Locale.US, Locale.GERMANY, Locale.FRANCE, Locale.JAPAN}) {
            System.out.println(time.format(DateTimeFormatter.ofLocalizedDate(FormatStyle.FULL).withLocale(locale)));
            System.out.println(time.format(DateTimeFormatter.ofPattern("EEE d MMMM uuuu", locale)));
            System.out.println(NumberFormat.getInstance(locale).format(-1234567.891));
            System.out.println(NumberFormat.getCurrencyInstance(locale).format(1234.5));
            System.out.println(String.format(locale, "%,.2f", 1234567.891));
        }
        System.out.println(DayOfWeek.MONDAY.getDisplayName(TextStyle.FULL, Locale.ITALY));
        System.out.println(time.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR) + " " + time.get(WeekFields.of(Locale.US).weekOfYear()));
        System.out.println(time.atZone(ZoneId.of("Europe/Paris")).format(DateTimeFormatter.RFC_1123_DATE_TIME));
        System.out.println(JapaneseDate.from(time));
        SimpleDateFormat format = new SimpleDateFormat("yyyy-MM-dd'T'HH:mm:ss.SSS zzz", Locale.US);
        format.setTimeZone(TimeZone.getTimeZone("America/New_York"));
        System.out.println(format.format(new Date(0)));

        DecimalFormatSymbols symbols = new DecimalFormatSymbols(Locale.US);
        System.out.println(new DecimalFormat("#,##0.00;(#,##0.00)", symbols).format(-1234.567));
        System.out.println(new DecimalFormat("0.###E0", symbols).format(123456));
        System.out.println(NumberFormat.getCompactNumberInstance(Locale.US, NumberFormat.Style.SHORT).format(1234567));
        ParsePosition position = new ParsePosition(0);
        System.out.println(NumberFormat.getInstance(Locale.US).parse("1,234abc", position) + " " + position.getIndex());
        System.out.println(MessageFormat.format("{0} has {1,number,integer} of {2}", "x", 12345, Arrays.asList(1)));
        System.out.println(new ChoiceFormat("0#none|1#one|1<many").format(5));

        String sentence = "Hello, big world.";
        BreakIterator words = BreakIterator.getWordInstance(Locale.US);
        words.setText(sentence);
        for (int from = words.first(), to = words.next(); to != BreakIterator.DONE; from = to, to = words.next()) {
            System.out.print("[" + sentence.substring(from, to) + "]");
        }
        System.out.println();
        String[] accents = {"cote", "coté", "côte", "côté", "Zoo", "abc"};
        Arrays.sort(accents, Collator.getInstance(Locale.FRANCE));
        System.out.println(Arrays.toString(accents));
        System.out.println(Normalizer.normalize("é", Normalizer.Form.NFD).length());
        System.out.println(Locale.forLanguageTag("zh-Hant-TW").getDisplayName(Locale.US));
        System.out.println(Locale.GERMANY.getDisplayCountry(Locale.FRANCE) + " " + Currency.getInstance("EUR").getSymbol(Locale.US));
        System.out.println("TITLE".toLowerCase(Locale.forLanguageTag("tr")) + " " + "straße".toUpperCase(Locale.ROOT));
    }
}
