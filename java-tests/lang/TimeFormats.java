//@ run
/** DateTimeFormatter patterns, styles of ISO, zones with daylight saving, parsing failures. */
import java.time.*;
import java.time.format.*;
import java.util.Locale;

public class TimeFormats {
    public static void main(String[] args) {
        LocalDateTime t = LocalDateTime.of(2024, 3, 5, 7, 8, 9, 120_000_000);
        for (String p : new String[] {"yyyy-MM-dd HH:mm:ss.SSS", "dd/MM/yy", "h:mm a", "EEE d MMM uuuu", "EEEE, MMMM d", "D 'day' n", "'Q'q", "HH''mm"}) {
            System.out.println(p + " -> " + DateTimeFormatter.ofPattern(p, Locale.ENGLISH).format(t));
        }
        System.out.println(DateTimeFormatter.ISO_DATE.format(t) + " " + DateTimeFormatter.ISO_ORDINAL_DATE.format(t) + " " + DateTimeFormatter.BASIC_ISO_DATE.format(t) + " " + DateTimeFormatter.ISO_WEEK_DATE.format(t));
        System.out.println(LocalDate.parse("05.03.2024", DateTimeFormatter.ofPattern("dd.MM.yyyy")) + " " + LocalTime.parse("7:05 PM", DateTimeFormatter.ofPattern("h:mm a", Locale.ENGLISH)) + " " + LocalDateTime.parse("2024-03-05T01:02"));
        ZonedDateTime berlin = ZonedDateTime.of(2024, 3, 31, 1, 30, 0, 0, ZoneId.of("Europe/Berlin"));
        System.out.println(berlin + " " + berlin.plusHours(1) + " " + berlin.plusDays(1) + " " + berlin.withZoneSameInstant(ZoneId.of("America/New_York")));
        System.out.println(ZonedDateTime.of(2024, 3, 31, 2, 30, 0, 0, ZoneId.of("Europe/Berlin")) + " " + ZonedDateTime.of(2024, 10, 27, 2, 30, 0, 0, ZoneId.of("Europe/Berlin")).withLaterOffsetAtOverlap());
        System.out.println(DateTimeFormatter.RFC_1123_DATE_TIME.format(berlin) + " " + berlin.getOffset() + " " + ZoneId.of("Asia/Tokyo").getRules().isFixedOffset() + " " + ZoneId.of("UTC").normalized());
        DateTimeFormatter f = new DateTimeFormatterBuilder().appendPattern("yyyy").appendLiteral('!').appendValue(java.time.temporal.ChronoField.MONTH_OF_YEAR, 2).optionalStart().appendPattern("-dd").optionalEnd().parseDefaulting(java.time.temporal.ChronoField.DAY_OF_MONTH, 1).toFormatter(Locale.ROOT);
        System.out.println(LocalDate.parse("2020!07", f) + " " + LocalDate.parse("2020!07-15", f));
        for (String s : new String[] {"2024-13-01", "24-01-01", "2024-01-01x", "2023-02-30", ""}) {
            try {
                System.out.println(LocalDate.parse(s));
            } catch (DateTimeParseException e) {
                System.out.println(e.getMessage() + " @" + e.getErrorIndex());
            }
        }
        try {
            DateTimeFormatter.ofPattern("yyyy-bb");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            DateTimeFormatter.ofPattern("HH:mm").format(LocalDate.of(2024, 1, 1));
        } catch (DateTimeException e) {
            System.out.println(e.getMessage());
        }
        try {
            ZoneId.of("Nowhere/City");
        } catch (DateTimeException e) {
            System.out.println(e.getMessage());
        }
    }
}
