import type { approval } from '@cheyi/contract/approval'
import type { OutputOf } from '@cheyi/contract/call'
import { approvalStates } from '@cheyi/domain/account/codes'
import { formatNear } from '@cheyi/domain/near'
import { useState } from 'react'
import { calls } from '../../kernel/calls.gen.ts'
import { useWrite } from '../../kernel/calls.ts'
import { useList } from '../../kernel/lists.ts'
import { useNow } from '../../kernel/now.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Empty, LoadError } from '../../ui/empty.tsx'
import { TextArea } from '../../ui/input.tsx'
import { KeyValue } from '../../ui/rows.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tag, type Tone } from '../../ui/tag.tsx'
import { toast } from '../../ui/toast.ts'
import { VirtualList } from '../../ui/virtual-list.tsx'

type Asked = OutputOf<typeof approval.page>['list'][number]

const { code: state } = approvalStates
const tones: Readonly<Record<Asked['state'], Tone>> = {
  [state.waiting]: 'warning',
  [state.passed]: 'success',
  [state.refused]: 'danger',
  [state.expired]: 'neutral',
}

/** What one person alone may not do: asked for by oneself, or waiting for one's own word. */
export function ApprovalList() {
  const now = useNow()
  const asked = useList(calls.approval.page, {}, { quiet: true })
  const [deciding, setDeciding] = useState<{ readonly asked: Asked; readonly pass: boolean }>()
  return (
    <>
      <VirtualList
        label="审批"
        items={asked.items}
        keyOf={(one) => one.id}
        render={(one) => <AskedCard asked={one} now={now} onDecide={(pass) => setDeciding({ asked: one, pass })} />}
        estimate={180}
        gap={10}
        inset
        more={asked.hasMore}
        loading={asked.isLoadingMore}
        failed={asked.moreFailed}
        onMore={asked.loadMore}
        onRefresh={asked.restart}
        instead={instead(asked)}
      />
      {deciding && <Decision key={deciding.asked.id} {...deciding} onClose={() => setDeciding(undefined)} />}
    </>
  )
}

function instead(asked: ReturnType<typeof useList>) {
  if (asked.isPending) return <Skeleton cards={3} />
  if (asked.error) return <LoadError note={asked.error.message} onRetry={() => void asked.restart()} />
  if (asked.items.length > 0) return undefined
  return <Empty art="list" title="没有审批" note="大额扣款、老板角色等需两人完成的操作会出现在这里" />
}

function AskedCard({ asked, now, onDecide }: { asked: Asked; now: number; onDecide: (pass: boolean) => void }) {
  const rows = [
    { label: '申请人', value: asked.mine ? `${asked.requesterName}（本人）` : asked.requesterName },
    { label: '申请时间', value: formatNear(asked.createdAt, now) },
    asked.state === state.waiting && { label: '有效至', value: formatNear(asked.expireAt, now) },
    asked.deciderName !== null && { label: '审批人', value: asked.deciderName },
    asked.note !== '' && { label: '说明', value: asked.note },
  ].filter((row) => row !== false)
  return (
    <Card pad title={asked.name} extra={<Tag tone={tones[asked.state]}>{approvalStates.text(asked.state)}</Tag>}>
      <p className="notices-asked">{asked.summary}</p>
      <KeyValue rows={rows} />
      {asked.mayDecide && (
        <div className="notices-decide">
          <Button variant="outline" onClick={() => onDecide(false)}>
            拒绝
          </Button>
          <Button variant="primary" onClick={() => onDecide(true)}>
            通过
          </Button>
        </div>
      )}
    </Card>
  )
}

/** Asks once more: what is passed is done at once by whoever asked for it. */
function Decision({ asked, pass, onClose }: { asked: Asked; pass: boolean; onClose: () => void }) {
  const [note, setNote] = useState('')
  const decide = useWrite(calls.approval.decide)
  async function submit() {
    if ((await decide.run({ id: asked.id, pass, note: note.trim() || undefined })) === null) return
    toast(pass ? '已通过' : '已拒绝')
    onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={pass ? `通过${asked.name}？` : `拒绝${asked.name}？`}
      footer={
        <>
          <Button variant="outline" size="l" onClick={onClose}>
            取消
          </Button>
          <Button variant={pass ? 'primary' : 'danger'} size="l" loading={decide.pending} onClick={() => void submit()}>
            {pass ? '通过' : '拒绝'}
          </Button>
        </>
      }
    >
      <p className="notices-asked">{asked.summary}</p>
      <TextArea
        aria-label="说明"
        placeholder="说明（选填）"
        maxLength={200}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </Dialog>
  )
}
