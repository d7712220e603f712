import { useMay } from '../../kernel/user.ts'
import { open } from '../../page/open.ts'
import { Card } from '../../ui/card.tsx'
import { Cell } from '../../ui/cell.tsx'
import { Switch } from '../../ui/choice.tsx'
import { Tag } from '../../ui/tag.tsx'
import type { PersonDetail } from '../parts/person-words.ts'

/** Whether nothing may be rented to them, and why; changed only with a reason. */
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
