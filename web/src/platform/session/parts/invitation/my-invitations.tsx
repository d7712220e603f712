import { formatNear } from '@cheyi/domain/near'
import { calls, useRead } from '../../../../kernel/call/calls.ts'
import { useNow } from '../../../../kernel/now.ts'
import { go } from '../../../../kernel/page/router.ts'
import { Card, Cell } from '../../../../ui/layout.tsx'
import { sessionScreens } from '../../screens.ts'

/** Invitations from merchants that the user has not answered; renders nothing if there are none. */
export function MyInvitations() {
  const now = useNow()
  const invitations = useRead(calls.invitation.mine, {}).data?.list ?? []
  if (invitations.length === 0) return null
  return (
    <Card title="收到的邀请">
      {invitations.map(({ id, merchantName, expireAt }) => (
        <Cell
          key={id}
          label={`「${merchantName}」邀请您成为员工`}
          note={<span className="num">{`输入短信中的邀请码确认，${formatNear(expireAt, now)} 前有效`}</span>}
          onClick={() => go(sessionScreens.join)}
        />
      ))}
    </Card>
  )
}
