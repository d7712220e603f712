import './counters.css'
import { goTo } from '../../kernel/page/router.ts'
import { useReach } from '../../order/parts/use-reach.ts'
import { cx } from '../../ui/class-names.ts'
import { Card } from '../../ui/show/card.tsx'
import { type Counter, isAlarm, isLong, shownCounters } from './todo-words.ts'

/** The shape of the row until it is known. */
const usual = ['今日取车', '今日还车', '待排车', '超时未还']

/** How much waits of each kind; a tap lists it. What leads to a page of a later build is left out. */
export function Counters({ counters }: { counters: readonly Counter[] | undefined }) {
  const reach = useReach()
  if (!counters) {
    return (
      <Card className="home-counters" aria-hidden="true">
        {usual.map((name) => (
          <span key={name} className="home-counter home-counter-none">
            <span>{name}</span>
            <b>–</b>
          </span>
        ))}
      </Card>
    )
  }
  const shown = shownCounters(counters).filter(({ link }) => reach.opens(link.split('?')[0] ?? ''))
  if (shown.length === 0) return null
  return (
    <Card className="home-counters">
      {shown.map((counter) => (
        <a
          key={counter.link + counter.code}
          href={counter.link}
          className={cx(
            'home-counter',
            isAlarm(counter) && 'home-counter-alarm',
            counter.count === 0 && 'home-counter-none',
            isLong(counter) && 'home-counter-long',
          )}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return
            event.preventDefault()
            goTo(counter.link)
          }}
        >
          <span>{counter.name}</span>
          <b className="num">{counter.count}</b>
        </a>
      ))}
    </Card>
  )
}
