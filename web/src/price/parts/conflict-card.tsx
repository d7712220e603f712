import { Conflict } from '../../form/conflict.tsx'
import { useNow } from '../../kernel/now.ts'
import { Compare } from '../../ui/show/rows.tsx'
import { type Line, momentText } from './changes.tsx'

/** What stands there now, as the answer to a writer who has not seen it (-5) tells. */
export interface Theirs<T> {
  readonly current: T
  /** Empty: not known. */
  readonly by: string
  readonly at: number | null
}

interface ConflictCardProps {
  /** 价格, 服务项. */
  readonly noun: string
  readonly theirs: Theirs<unknown>
  /** Where both sides differ: `before` is theirs, `after` what is typed. */
  readonly lines: readonly Line[]
  readonly onTheirs: () => void
  readonly onMine: () => void
}

/** Two people changed the same thing: both values side by side, and which of them goes on. Nothing typed is lost. */
export function ConflictCard({ noun, theirs: { by, at }, lines, onTheirs, onMine }: ConflictCardProps) {
  const now = useNow()
  return (
    <Conflict
      title={`${noun}已被他人修改`}
      acts={[
        { label: '用现在的', onClick: onTheirs },
        { label: '保留我填写的', onClick: onMine },
      ]}
    >
      <p>
        {by || '其他人'}
        {at !== null && ` ${momentText(at, now)}`} 保存了新的{noun}，您填写的内容还在。
      </p>
      {lines.length > 0 ? (
        <Compare
          caption={`两边的${noun}`}
          columns={['现在', '您填写的']}
          rows={lines.map((line) => ({ label: line.label, cells: [line.before, line.after] }))}
        />
      ) : (
        <p>两边一样</p>
      )}
    </Conflict>
  )
}
