import { formatNear } from '@cheyi/domain/near'
import { calls, useRead, useWrite } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { Answer } from '../../../page/answer.tsx'
import { confirm } from '../../../page/confirm.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/show/card.tsx'
import { Cell } from '../../../ui/show/cell.tsx'
import { Tag } from '../../../ui/show/tag.tsx'

/** The sessions of an employee with this merchant; each can be ended. */
export function DevicesCard({ id, name }: { id: string; name: string }) {
  const now = useNow()
  const devices = useRead(calls.session.devices, { accountId: id })
  const end = useWrite(calls.session.endSession)

  async function sendOff(sessionId: string, device: string) {
    const sure = await confirm({
      title: '强制下线',
      body: `${name} 在「${device}」上将立即退出登录`,
      confirm: '强制下线',
      danger: true,
    })
    if (sure) await end.run({ sessionId })
  }
  return (
    <Answer of={devices}>
      {({ list }) => (
        <Card title={`登录设备 ${list.length}`}>
          {list.length === 0 && <Cell label="当前没有登录的设备" />}
          {list.map(({ id: sessionId, device, ip, lastSeenAt, current }) => (
            <Cell
              key={sessionId}
              label={device}
              note={<span className="num">{`${formatNear(lastSeenAt, now)} · ${ip}`}</span>}
              extra={
                current ? (
                  <Tag tone="success">本机</Tag>
                ) : (
                  <Button size="s" variant="danger" onClick={() => void sendOff(sessionId, device)}>
                    强制下线
                  </Button>
                )
              }
            />
          ))}
        </Card>
      )}
    </Answer>
  )
}
