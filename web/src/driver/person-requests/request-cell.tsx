import type { driver } from '@cheyi/contract/driver'
import type { OutputOf } from '@cheyi/contract/kernel/call'
import { isRequestOpen, requestKinds, requestStatuses } from '@cheyi/domain/driver/request'
import { useNow } from '../../kernel/now.ts'
import { go } from '../../kernel/page/router.ts'
import { Card } from '../../ui/show/card.tsx'
import { Cell } from '../../ui/show/cell.tsx'
import { Tag } from '../../ui/show/tag.tsx'
import { requestNote } from '../parts/person-words.ts'
import { driverScreens } from '../screens.ts'

type Request = OutputOf<typeof driver.requests>['list'][number]

/** A request of a list: whose, what for, until when. */
export function RequestCell({ item }: { item: Request }) {
  const now = useNow()
  const { personId, name, kind, status, dueAt } = item
  const waits = isRequestOpen(status)
  return (
    <Card>
      <Cell
        className="num"
        label={`${name} · ${requestKinds.text(kind)}`}
        note={requestNote(item)}
        extra={
          <Tag tone={!waits ? 'neutral' : dueAt < now ? 'danger' : 'warning'}>
            {waits && dueAt < now ? '已到期' : requestStatuses.text(status)}
          </Tag>
        }
        onClick={() => go(driverScreens.personPrivacy, { personId })}
      />
    </Card>
  )
}
