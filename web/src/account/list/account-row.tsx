import { accountStatus } from '@cheyi/domain/account/codes'
import { Link } from '../../kernel/link.tsx'
import { Switch } from '../../ui/choice.tsx'
import { RecordCard } from '../../ui/record-card.tsx'
import { Avatar, Tag } from '../../ui/tag.tsx'
import { type AccountCard, loginWords, protectionWords, scopeWords, toneOf } from '../parts/account-words.ts'
import { accountScreens } from '../screens.ts'

interface AccountRowProps {
  readonly account: AccountCard
  readonly now: number
  readonly current: boolean
  /** Left out for who may not edit: the row then only tells. */
  readonly onToggle?: (account: AccountCard) => void
}

export function AccountRow({ account, now, current, onToggle }: AccountRowProps) {
  const { id, name, mobile, roles, isDriver, status, jobNo } = account
  const enabled = status === accountStatus.enabled
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
          {!enabled && <Tag tone="danger">已停用</Tag>}
        </>
      }
      end={
        onToggle && (
          <Switch
            label={`启用 ${name}`}
            checked={enabled}
            disabled={enabled && protectionWords(account) !== undefined}
            onChange={() => onToggle(account)}
          />
        )
      }
    >
      <p className="num">{[mobile, jobNo, scopeWords(account)].filter(Boolean).join(' · ')}</p>
      <p className="num">{loginWords(account, now)}</p>
    </RecordCard>
  )
}
