/**
 * SQL condition: whether row `w` of the pending work counts now for the calling account: its time has come, and the
 * account may do it.
 */
export const countsNowSql = (w: string): string =>
  `${w}.counts_from <= (select app_now()) and (${w}.counts_until is null or ${w}.counts_until > (select app_now()))
        and ${w}.except_id is distinct from (select actor())`
