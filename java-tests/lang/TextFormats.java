//@ run
/** MessageFormat, DecimalFormat, NumberFormat, ChoiceFormat, SimpleDateFormat in fixed locales. */
import java.text.*;
import java.util.*;

public class TextFormats {
    public static void main(String[] args) throws Exception {
        Locale.setDefault(Locale.ROOT);
        System.out.println(MessageFormat.format("{0} has {1} items, {0}! '{'quoted'}' {2}", "Bob", 3, null));
        System.out.println(new MessageFormat("{0,choice,0#none|1#one|1<many {0}}", Locale.ROOT).format(new Object[] {5}) + " " + new MessageFormat("{0,number,#.##} {1,number,integer}", Locale.ROOT).format(new Object[] {3.14159, 1234567}));
        DecimalFormatSymbols sy = DecimalFormatSymbols.getInstance(Locale.ROOT);
        for (String p : new String[] {"#,##0.00", "0.###", "000", "0.00E0", "#%", "$#,##0;($#,##0)", "#"}) {
            DecimalFormat f = new DecimalFormat(p, sy);
            System.out.println(p + " " + f.format(1234.5678) + " " + f.format(-0.256) + " " + f.format(0) + " " + f.format(1e10));
        }
        System.out.println(NumberFormat.getInstance(Locale.GERMANY).format(1234567.891) + " " + NumberFormat.getInstance(Locale.US).format(1234567.891) + " " + NumberFormat.getPercentInstance(Locale.US).format(0.256) + " " + NumberFormat.getIntegerInstance(Locale.US).format(2.5) + " " + NumberFormat.getCurrencyInstance(Locale.US).format(-12.3));
        System.out.println(NumberFormat.getInstance(Locale.US).parse("1,234.5abc") + " " + new DecimalFormat("#", sy).parse("99"));
        try {
            NumberFormat.getInstance(Locale.US).parse("x");
        } catch (ParseException e) {
            System.out.println(e.getMessage() + " " + e.getErrorOffset());
        }
        SimpleDateFormat df = new SimpleDateFormat("yyyy-MM-dd'T'HH:mm:ss.SSS z EEE", Locale.US);
        df.setTimeZone(TimeZone.getTimeZone("UTC"));
        System.out.println(df.format(new Date(1_700_000_000_123L)));
        SimpleDateFormat pf = new SimpleDateFormat("dd/MM/yyyy", Locale.US);
        pf.setTimeZone(TimeZone.getTimeZone("GMT+02:00"));
        System.out.println(pf.parse("01/02/2020").getTime());
        Calendar c = new GregorianCalendar(TimeZone.getTimeZone("UTC"), Locale.US);
        c.setTimeInMillis(0);
        c.add(Calendar.MONTH, 13);
        c.roll(Calendar.DAY_OF_MONTH, -1);
        System.out.println(c.get(Calendar.YEAR) + " " + c.get(Calendar.MONTH) + " " + c.get(Calendar.DAY_OF_MONTH) + " " + c.get(Calendar.DAY_OF_WEEK) + " " + c.getActualMaximum(Calendar.DAY_OF_MONTH));
        System.out.println(new ChoiceFormat("0#zero|1#one|2#two").format(1) + " " + new Locale("pt", "BR") + " " + Locale.forLanguageTag("zh-Hant-TW").getScript() + " " + Locale.US.getDisplayCountry(Locale.US) + " " + Currency.getInstance("EUR").getDefaultFractionDigits());
    }
}
