//@ run
/** java.time: dates, arithmetic, periods, adjusters, weeks, parsing. */
import java.time.*;
import java.time.format.*;
import java.time.temporal.*;

public class TimeDates {
    public static void main(String[] args) {
        LocalDate d = LocalDate.of(2024, 2, 29);
        System.out.println(d + " " + d.plusYears(1) + " " + d.minusMonths(1) + " " + d.plusDays(366) + " " + d.getDayOfWeek() + " " + d.getDayOfYear() + " " + d.isLeapYear() + " " + d.lengthOfMonth());
        System.out.println(d.with(TemporalAdjusters.firstDayOfNextMonth()) + " " + d.with(TemporalAdjusters.next(DayOfWeek.MONDAY)) + " " + d.withDayOfYear(1) + " " + d.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR) + " " + d.toEpochDay());
        System.out.println(Period.between(LocalDate.of(2020, 1, 31), d) + " " + ChronoUnit.DAYS.between(LocalDate.of(2000, 1, 1), d) + " " + Period.parse("P1Y2M3D").plusDays(4) + " " + Period.ofMonths(14).normalized());
        LocalDateTime t = LocalDateTime.of(2023, 12, 31, 23, 59, 59, 999_000_000);
        System.out.println(t + " " + t.plusNanos(1_000_000) + " " + t.truncatedTo(ChronoUnit.HOURS) + " " + t.toLocalTime().toSecondOfDay() + " " + LocalTime.of(5, 0) + " " + LocalTime.MIDNIGHT.minusSeconds(1));
        Duration dur = Duration.ofSeconds(3661, 5_000_000);
        System.out.println(dur + " " + dur.toMinutes() + " " + dur.negated() + " " + dur.multipliedBy(3) + " " + Duration.parse("PT1H-30M").getSeconds() + " " + Duration.between(t, t.plusHours(5)) + " " + dur.toHoursPart());
        Instant i = Instant.ofEpochSecond(1_700_000_000L, 123);
        System.out.println(i + " " + i.plus(1, ChronoUnit.DAYS) + " " + i.toEpochMilli() + " " + Instant.EPOCH + " " + Instant.parse("2020-01-01T00:00:00Z").getEpochSecond() + " " + Instant.MIN);
        OffsetDateTime o = OffsetDateTime.of(t, ZoneOffset.ofHoursMinutes(5, 30));
        System.out.println(o + " " + o.toInstant() + " " + o.withOffsetSameInstant(ZoneOffset.UTC) + " " + ZoneOffset.of("-08:00").getTotalSeconds());
        System.out.println(LocalDate.parse("2021-07-04").compareTo(LocalDate.of(2021, 7, 5)) + " " + Year.of(1900).isLeap() + " " + YearMonth.of(2023, 2).atEndOfMonth() + " " + MonthDay.of(2, 29).isValidYear(2023) + " " + DayOfWeek.FRIDAY.plus(3) + " " + Month.JANUARY.minus(1));
        Clock c = Clock.fixed(i, ZoneOffset.UTC);
        System.out.println(LocalDateTime.now(c) + " " + c + " " + Clock.offset(c, Duration.ofHours(1)).instant());
        for (Runnable r : new Runnable[] {() -> LocalDate.of(2023, 2, 29), () -> LocalDate.of(2023, 13, 1), () -> LocalDate.parse("2023/01/01"), () -> d.get(ChronoField.HOUR_OF_DAY), () -> Duration.parse("x")}) {
            try {
                r.run();
            } catch (DateTimeException e) {
                System.out.println(e.getClass().getSimpleName() + ": " + e.getMessage());
            }
        }
    }
}
