import { accountStatus } from '@cheyi/domain/account/codes'
import { Link } from '../../kernel/link.tsx'
import { Button } from '../../ui/button.tsx'
import { Switch } from '../../ui/choice.tsx'
import { RecordCard } from '../../ui/record-card.tsx'
import { Avatar, Tag } from '../../ui/tag.tsx'
import { type AccountCard, loginWords, protectionWords, scopeWords, statusTag, toneOf } from '../parts/account-words.ts'
import { accountScreens } from '../screens.ts'

interface AccountRowProps {
  readonly account: AccountCard
  readonly now: number
  readonly current: boolean
  /** Left out for who may not edit: the row then only tells. */
  readonly edit?: {
    readonly toggle: (account: AccountCard) => Promise<void>
    readonly resend: (account: AccountCard) => Promise<void>
    readonly withdraw: (account: AccountCard) => Promise<boolean>
    /** An invitation is being sent or withdrawn. */
    readonly pending: boolean
  }
}

export function AccountRow({ account, now, current, edit }: AccountRowProps) {
  const { id, name, mobile, roles, isDriver, status, jobNo } = account
  const enabled = status === accountStatus.enabled
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
        edit &&
        (status === accountStatus.invited ? (
          account.protection !== 'beyond' && (
            <span className="account-invited">
              <Button size="s" disabled={edit.pending} onClick={() => void edit.resend(account)}>
                重新发送
              </Button>
              <Button size="s" variant="danger" disabled={edit.pending} onClick={() => void edit.withdraw(account)}>
                撤销
              </Button>
            </span>
          )
        ) : (
          <Switch
            label={`启用 ${name}`}
            checked={enabled}
            disabled={enabled && protectionWords(account) !== undefined}
            onChange={() => void edit.toggle(account)}
          />
        ))
      }
    >
      <p className="num">{[mobile, jobNo, scopeWords(account)].filter(Boolean).join(' · ')}</p>
      <p className="num">{loginWords(account, now)}</p>
    </RecordCard>
  )
}
