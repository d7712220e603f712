import { isEnabled, isInvited } from '@cheyi/domain/platform/account/codes'
import { useNow } from '../../../kernel/now.ts'
import { Link } from '../../../kernel/page/link.tsx'
import { useMay } from '../../../kernel/user.ts'
import { Button } from '../../../ui/button.tsx'
import { Switch } from '../../../ui/field/choice.tsx'
import { Stack } from '../../../ui/layout.tsx'
import { RecordCard } from '../../../ui/show/record-card.tsx'
import { Avatar, Tag } from '../../../ui/show/tag.tsx'
import { type AccountCard, loginWords, protectionWords, scopeWords, statusTag, toneOf } from '../parts/account-words.ts'
import { useInvitation } from '../parts/use-invitation.ts'
import { useStatus } from '../parts/use-status.ts'
import { accountScreens } from '../screens.ts'

/** An employee in the list; the row has no actions for a user who may not edit. */
export function AccountRow({ item: account, current }: { item: AccountCard; current: boolean }) {
  const { id, name, mobile, roles, isDriver, status, jobNo } = account
  const now = useNow()
  const mayEdit = useMay('account.edit')
  const { toggle } = useStatus()
  const invitation = useInvitation()
  const enabled = isEnabled(status)
  const tag = statusTag(account, now)
  return (
    <RecordCard
      current={current}
      before={<Avatar tone={toneOf(account)}>{name.slice(0, 1)}</Avatar>}
      title={
        <>
          <Link to={accountScreens.detail} with={{ id }} className="card-link">
            {name}
          </Link>
          {roles.map((role) => (
            <Tag key={role.id} tone="primary">
              {role.name}
            </Tag>
          ))}
          {isDriver && <Tag>司机</Tag>}
          {tag && <Tag tone={tag.tone}>{tag.text}</Tag>}
        </>
      }
      end={
        mayEdit &&
        (isInvited(status) ? (
          account.protection !== 'beyond' && (
            <Stack as="span" gap={6}>
              <Button size="s" disabled={invitation.pending} onClick={() => void invitation.resend(account)}>
                重新发送
              </Button>
              <Button
                size="s"
                variant="danger"
                disabled={invitation.pending}
                onClick={() => void invitation.withdraw(account)}
              >
                撤销
              </Button>
            </Stack>
          )
        ) : (
          <Switch
            label={`启用 ${name}`}
            checked={enabled}
            disabled={enabled && protectionWords(account) !== undefined}
            onChange={() => void toggle(account)}
          />
        ))
      }
    >
      <p className="num">{[mobile, jobNo, scopeWords(account)].filter(Boolean).join(' · ')}</p>
      <p className="num">{loginWords(account, now)}</p>
    </RecordCard>
  )
}
