import { calls, useRead } from '../../../kernel/call/calls.ts'
import { say } from '../../../words/words.ts'

/** Every page of a link has its token under this name (`t` of its screen). */
const tokenOfPage = (): string => new URLSearchParams(location.search).get('t') ?? ''

/** Leads back to the rental on the booking page, where the merchant has one. */
export function RentalOnSite() {
  const t = tokenOfPage()
  const { data } = useRead(calls.site.ofLink, { t }, { enabled: t !== '', freshFor: 600_000 })
  const path = data?.path ?? null
  return path === null ? null : (
    <a className="button button-text button-m" href={path}>
      {say('我的租车')}
    </a>
  )
}
