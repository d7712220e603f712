import { isRequestOpen, requestKinds, requestStatuses } from '@cheyi/domain/rental/driver/request'
import type { calls, OutputOf } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { useMay } from '../../../kernel/user.ts'
import { choose } from '../../../page/choose.ts'
import { open } from '../../../page/open.ts'
import { Button } from '../../../ui/button.tsx'
import { Card, Cell, Text } from '../../../ui/layout.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { requestNote } from '../parts/person-words.ts'

type Request = OutputOf<typeof calls.driver.privacy>['requests'][number]

/** The customer's requests, with their due dates. */
export function RequestsCard({ personId, requests }: { personId: string; requests: readonly Request[] }) {
  const mayEdit = useMay('person.edit')
  const now = useNow()
  async function answer({ requestId, kind }: Request) {
    const key = await choose('处理结果', [
      { key: 'done', label: '已办理' },
      { key: 'refused', label: '不予办理' },
    ])
    if (key === undefined) return
    const name = requestKinds.text(kind)
    await open(() => import('./answer-sheet.tsx'), { requestId, name, done: key === 'done' })
  }
  return (
    <Card
      title="客户请求"
      extra={
        mayEdit && (
          <Button size="s" onClick={() => void open(() => import('./request-sheet.tsx'), { personId })}>
            登记请求
          </Button>
        )
      }
    >
      {requests.length === 0 && (
        <Text as="p" pad={[12, 16, 16]} ink={3}>
          客户可以要求查阅复制、更正、删除或撤回同意
        </Text>
      )}
      {requests.map((row) => {
        const waits = isRequestOpen(row.status)
        return (
          <Cell
            key={row.requestId}
            label={requestKinds.text(row.kind)}
            className="num"
            note={requestNote(row)}
            extra={
              waits && mayEdit ? (
                <Button size="s" variant={row.dueAt < now ? 'primary' : 'outline'} onClick={() => void answer(row)}>
                  答复
                </Button>
              ) : (
                <Tag tone={waits ? 'warning' : 'neutral'}>{requestStatuses.text(row.status)}</Tag>
              )
            }
          />
        )
      })}
    </Card>
  )
}
