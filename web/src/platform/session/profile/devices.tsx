import { calls, useRead, useWrite } from '../../../kernel/call/calls.ts'
import { momentText } from '../../../kernel/now.ts'
import { Answer } from '../../../page/answer.tsx'
import { confirm } from '../../../page/confirm.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/show/card.tsx'
import { Cell } from '../../../ui/show/cell.tsx'
import { Tag } from '../../../ui/show/tag.tsx'

/** The devices of the user's sessions; every session but the current one can be ended. */
export function Devices() {
  const devices = useRead(calls.session.devices, {}, { quiet: false })
  const end = useWrite(calls.session.endSession)

  async function send(sessionId: string, name: string) {
    const sure = await confirm({
      title: '强制下线',
      body: `「${name}」将立即退出登录`,
      confirm: '下线',
      danger: true,
    })
    if (sure) await end.run({ sessionId })
  }
  return (
    <Answer of={devices}>
      {({ list }) => (
        <Card title={`登录设备 ${list.length}`}>
          {list.map(({ id, device, ip, lastSeenAt, current }) => (
            <Cell
              key={id}
              label={device}
              note={<span className="num">{`${momentText(lastSeenAt)} · ${ip}`}</span>}
              extra={
                current ? (
                  <Tag tone="success">本机</Tag>
                ) : (
                  <Button size="s" variant="danger" onClick={() => void send(id, device)}>
                    下线
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
