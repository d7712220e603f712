import './counters.css'
import { formatMoney } from '@cheyi/domain/money'
import type { CSSProperties } from 'react'
import { useReach } from '../../kernel/page/reach.ts'
import { goTo } from '../../kernel/page/router.ts'
import { cx } from '../../ui/class-names.ts'
import { Stack, Text } from '../../ui/layout.tsx'
import { Card } from '../../ui/show/card.tsx'
import { type Counter, fitting, isAlarm, isLong, shownCounters, workOf } from './todo-words.ts'

/** The shape of the row until it is known. */
const usual = ['今日取车', '今日还车', '待排车', '超时未还']

/** Two rows: what is next stands under them. */
const PHONE_COLUMNS = 4
const PHONE_CELLS = 2 * PHONE_COLUMNS
/** Side by side on a tablet or desktop. */
const WIDE_CELLS = 7

/** As many in each line as in the next, seven at most: none has a line to itself. */
function columnsFor(shown: readonly Counter[]): CSSProperties {
  const cells = shown.length
  return { '--columns': Math.ceil(cells / Math.ceil(cells / WIDE_CELLS)) } as CSSProperties
}

/** How much waits of each kind; a tap lists it. What leads to a page of a later build is left out. */
export function Counters({ counters, wide }: { counters: readonly Counter[] | undefined; wide: boolean }) {
  const reach = useReach()
  if (!counters) {
    return (
      <Card className="home-counters" aria-hidden="true">
        {usual.map((name) => (
          <Stack as="span" pad={[4, 4, 4, 16]} justify="between" shrink round key={name} className="home-counter">
            <Text note>{name}</Text>
            <Text as="b" ink={3} size="display">
              –
            </Text>
          </Stack>
        ))}
      </Card>
    )
  }
  const all = shownCounters(counters, workOf(reach.held)).filter(({ link }) => reach.opens(link.split('?')[0] ?? ''))
  const few = fitting(all, PHONE_CELLS)
  // What is never good news gets a row of its own where there is no room for it.
  const hidesAlarm = all.some((counter) => isAlarm(counter) && !few.includes(counter))
  const shown = wide ? all : hidesAlarm ? fitting(all, PHONE_CELLS + PHONE_COLUMNS) : few
  if (shown.length === 0) return null
  return (
    <Card className="home-counters" style={columnsFor(shown)}>
      {shown.map((counter) => (
        <Stack
          as="a"
          pad={[4, 4, 4, 16]}
          justify="between"
          shrink
          round
          key={counter.link + counter.code}
          href={counter.link}
          className={cx('home-counter', isLong(counter) && 'home-counter-long')}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return
            event.preventDefault()
            goTo(counter.link)
          }}
        >
          <Text note ink={isAlarm(counter) ? 'danger' : 2}>
            {counter.name}
          </Text>
          <Text as="b" ink={isAlarm(counter) ? 'danger' : counter.count === 0 ? 3 : 1} size="display" num>
            {counter.count}
            {counter.fen !== null && counter.fen > 0 && <small>{formatMoney(counter.fen)}</small>}
          </Text>
        </Stack>
      ))}
    </Card>
  )
}
