import './counters.css'
import { formatMoney } from '@cheyi/domain/money'
import { type CSSProperties, useState } from 'react'
import { useReach } from '../../../kernel/page/reach.ts'
import { goTo, rowOfLink } from '../../../kernel/page/router.ts'
import { Card, Stack, Text } from '../../../ui/layout.tsx'
import { type Counter, isLate, shownCounters } from './todo-words.ts'
import { workOf } from './work.ts'

/** Placeholder cells until the counters are loaded. They have no names, because each role has other counters. */
const EMPTY_CELLS = 4

/** One row on a tablet or desktop, two on a phone, so that the to-dos below stay on the first screen. */
const cellsOf = (wide: boolean): number => (wide ? 8 : 6)

/** The amount of pending work of each kind; a tap lists it. A counter whose page this build does not have is left out. */
export function Counters({ counters, wide }: { counters: readonly Counter[] | undefined; wide: boolean }) {
  const reach = useReach()
  const [open, setOpen] = useState(false)
  if (!counters) {
    return (
      <Card className="home-counters" aria-hidden="true">
        {Array.from({ length: EMPTY_CELLS }, (_, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders are equal and never move.
          <Stack as="span" pad={[4, 4, 4, 16]} shrink round key={n} className="home-counter">
            <Text note>{'\u00a0'}</Text>
            <Text as="b" ink={3} size="display">
              –
            </Text>
          </Stack>
        ))}
      </Card>
    )
  }
  const all = shownCounters(counters, workOf(reach.held)).filter(({ link }) => reach.opens(rowOfLink(link)?.path ?? ''))
  const cells = cellsOf(wide)
  const few = open || all.length <= cells ? all : all.slice(0, cells - 1)
  if (all.length === 0) return null
  return (
    <Card className="home-counters" style={{ '--columns': Math.min(cells, all.length) } as CSSProperties}>
      {few.map((counter) => (
        <Stack
          as="a"
          pad={[4, 4, 4, 16]}
          shrink
          round
          key={counter.link + counter.code}
          href={counter.link}
          className="home-counter"
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return
            event.preventDefault()
            goTo(counter.link)
          }}
        >
          <Text note ink={isLate(counter) ? 'danger' : 2}>
            {counter.name}
          </Text>
          <Text as="b" ink={isLate(counter) ? 'danger' : 1} size="display" num>
            {counter.count}
            {counter.fen !== null && counter.fen > 0 && <small>{formatMoney(counter.fen)}</small>}
          </Text>
        </Stack>
      ))}
      {all.length > cells && (
        <Stack
          as="button"
          type="button"
          pad={[4, 4, 4, 16]}
          shrink
          round
          className="home-counter"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          <Text note>{open ? '收起' : '更多'}</Text>
          <Text as="b" ink={2} size="display" num>
            {open ? '–' : all.length - few.length}
          </Text>
        </Stack>
      )}
    </Card>
  )
}
