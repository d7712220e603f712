/** SQL of whether a row `w` of what waits counts now for the account that asks: its time has come, and it may do it. */
export const countsNowSql = (w: string): string =>
  `${w}.counts_from <= (select app_now()) and (${w}.counts_until is null or ${w}.counts_until > (select app_now()))
        and ${w}.except_id is distinct from (select actor())`
