import { calls, useRead } from '../../../kernel/call/calls.ts'

/** Pinyin of the cities by their codes: 青岛 is `qingdao qd`. Empty until the user types Latin letters. */
export function useCitySounds(sought: string): ReadonlyMap<string, string> {
  const asked = /[a-z]/i.test(sought)
  const { data } = useRead(calls.lookup.cities, {}, { enabled: asked, freshFor: Number.POSITIVE_INFINITY })
  return new Map(asked ? data?.list.map(({ code, sound }) => [code, sound]) : [])
}
