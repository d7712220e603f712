import './notices.css'
import type { OutputOf } from '@cheyi/contract/kernel/call'
import type { notify } from '@cheyi/contract/notify'
import { notifyTypes } from '@cheyi/domain/lookup/codes'
import { formatNear } from '@cheyi/domain/near'
import { notifyLevel, notifyType } from '@cheyi/domain/notify/notice'
import { cx } from '../../ui/class-names.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { Row } from '../../ui/layout.tsx'
import { Cell } from '../../ui/show/cell.tsx'
import { Avatar } from '../../ui/show/tag.tsx'

export type Notice = OutputOf<typeof notify.page>['list'][number]

const icons: Readonly<Partial<Record<Notice['type'], IconName>>> = {
  [notifyType.orderNew]: 'order',
  [notifyType.confirmSoon]: 'clock',
  [notifyType.orderCancelled]: 'close',
  [notifyType.overdue]: 'warning',
  [notifyType.illegalNew]: 'camera',
  [notifyType.documentExpiring]: 'document',
  [notifyType.carePending]: 'wrench',
  [notifyType.ticket]: 'ticket',
  [notifyType.approval]: 'sign',
  [notifyType.security]: 'shield',
  [notifyType.oversold]: 'stock',
  [notifyType.channel]: 'link',
}

const tones: Readonly<Record<Notice['level'], 'primary' | 'warning' | 'danger'>> = {
  [notifyLevel.normal]: 'primary',
  [notifyLevel.important]: 'warning',
  [notifyLevel.urgent]: 'danger',
}

/** One notice; a tap reads it and leads to what it is about. */
export function NoticeRow({ notice, now, onOpen }: { notice: Notice; now: number; onOpen: () => void }) {
  return (
    <Cell
      className={cx(!notice.read && 'notices-new')}
      lead={
        <span className="notices-icon">
          <Avatar tone={tones[notice.level]} square>
            <Icon name={icons[notice.type] ?? 'bell'} />
          </Avatar>
          {!notice.read && <span className="notices-dot" />}
        </span>
      }
      label={
        <Row as="span" gap={8} align="baseline" className="notices-title">
          <b className="cut">{notice.title}</b>
          <time className="num">{formatNear(notice.at, now)}</time>
        </Row>
      }
      note={
        <>
          {!notice.read && <span className="visually-hidden">未读，</span>}
          {notice.body || notifyTypes.text(notice.type)}
        </>
      }
      chevron={false}
      onClick={onOpen}
    />
  )
}
