import { useMay } from '../../../kernel/user.ts'
import { open } from '../../../page/open.ts'
import { Switch } from '../../../ui/field/choice.tsx'
import { Card } from '../../../ui/show/card.tsx'
import { Cell } from '../../../ui/show/cell.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import type { PersonDetail } from '../parts/person-words.ts'

/** Whether the customer is blacklisted, and why; a change needs a reason. */
export function BlacklistCard({ person }: { readonly person: PersonDetail }) {
  const mayEdit = useMay('person.edit')
  const { personId, blacklist, blacklistReason } = person
  return (
    <Card>
      <Cell
        label="黑名单"
        note={blacklist ? blacklistReason || '未填写原因' : '加入后不能下单和取车'}
        extra={
          mayEdit ? (
            <Switch
              label="黑名单"
              checked={blacklist}
              onChange={() => void open(() => import('./blacklist-sheet.tsx'), { personId, on: !blacklist })}
            />
          ) : (
            <Tag tone={blacklist ? 'danger' : 'neutral'}>{blacklist ? '在黑名单中' : '否'}</Tag>
          )
        }
      />
    </Card>
  )
}
