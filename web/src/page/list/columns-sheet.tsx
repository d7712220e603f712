import { useState } from 'react'
import { Checkbox } from '../../ui/field/checkbox.tsx'
import { Button, Grid, MainButton } from '../../ui/layout.tsx'
import { type Asks, OpenedSheet } from '../opened.tsx'

interface ColumnsSheetProps extends Asks<readonly string[]> {
  readonly columns: readonly { readonly key: string; readonly title: string; readonly first?: boolean }[]
  readonly chosen: readonly string[]
}

/** Choice of the columns of a table. Answers their keys. */
export default function ColumnsSheet({ columns, chosen, answer }: ColumnsSheetProps) {
  const [on, setOn] = useState<ReadonlySet<string>>(() => new Set(chosen))
  function toggle(key: string) {
    const next = new Set(on)
    if (!next.delete(key)) next.add(key)
    setOn(next)
  }
  const usual = columns.filter(({ first }) => first).map(({ key }) => key)
  return (
    <OpenedSheet
      title="显示的列"
      footer={
        <>
          <Button size="l" onClick={() => setOn(new Set(usual))}>
            恢复默认
          </Button>
          <MainButton reason={on.size === 0 ? '请至少选择一列' : undefined} onClick={() => answer([...on])}>
            确定
          </MainButton>
        </>
      }
    >
      <Grid columns={3} gap={8}>
        {columns.map(({ key, title }) => (
          <Checkbox key={key} checked={on.has(key)} onChange={() => toggle(key)}>
            {title}
          </Checkbox>
        ))}
      </Grid>
    </OpenedSheet>
  )
}
