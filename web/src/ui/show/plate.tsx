import './plate.css'
import { joinWords, say, translate } from '../../words/words.ts'
import { cx } from '../class-names.ts'
import { Tag } from './tag.tsx'

/**
 * A number plate: blue for 7 characters, green for 8 (new energy); a dot after the second. `plate` may contain the dot
 * or not. Null is a car not yet assigned: 未排车.
 */
export function Plate({ plate, size = 'm' }: { plate: string | null | undefined; size?: 's' | 'm' | 'l' }) {
  const bare = plate?.replaceAll('·', '').toUpperCase()
  if (!bare) return <Tag tone="warning">未排车</Tag>
  const head = bare.slice(0, 2)
  const tail = bare.slice(2)
  return (
    <span
      className={cx('plate', 'num', `plate-${size}`, bare.length > 7 && 'plate-green')}
      role="img"
      aria-label={say('车牌 {plate}', { plate: `${joinWords(translate(head.slice(0, 1)), head.slice(1))} ${tail}` })}
    >
      <span lang="zh-CN">{`${head}·${tail}`}</span>
    </span>
  )
}
