import { formatMoment } from '@cheyi/domain/near'
import { useNow } from '../kernel/now.ts'
import { Timeline } from '../ui/frame/steps.tsx'
import { Card } from '../ui/layout.tsx'

interface LogEntry {
  readonly at: number
  readonly action: string
  readonly byName?: string
  readonly note?: string
}

/** What happened to a record and by whom, newest first. */
export function LogCard({ log }: { readonly log: readonly LogEntry[] }) {
  const now = useNow()
  return (
    <Card pad title="进度">
      <Timeline
        items={log.map(({ at, action, byName, note }, i) => ({
          key: `${at}/${i}`,
          title: action,
          time: formatMoment(at, now),
          note: [byName, note].filter(Boolean).join(' · '),
          tone: i === 0 ? 'primary' : 'neutral',
        }))}
      />
    </Card>
  )
}
