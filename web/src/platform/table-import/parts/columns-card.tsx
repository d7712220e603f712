import type { TableKey } from '@cheyi/contract/platform/job'
import type { TableColumn } from '@cheyi/domain/platform/table-import/layout'
import { useState } from 'react'
import { Field } from '../../../ui/field/field.tsx'
import { Select, type SelectOption } from '../../../ui/field/select.tsx'
import { Card, CardMore, Note, Stack } from '../../../ui/layout.tsx'
import { Notice } from '../../../ui/modal/notice.tsx'
import { keyOf, type Layout, type ReadingProps, withColumn } from './reading.ts'

interface ColumnsProps extends ReadingProps {
  /** The columns that such a table may have. */
  readonly columns: readonly TableColumn<TableKey>[]
}

const NONE = ''
const titleOf = ({ title, column }: Layout['columns'][number]): string => title || `第${column + 1}列`

/**
 * 列对应: the meaning of each filled column. Collapsed, it lists the columns that are left out; expanded, each meaning
 * can be changed.
 */
export function ColumnsCard({ columns, layout, changes, onChange }: ColumnsProps) {
  const contents: SelectOption<TableKey | typeof NONE>[] = [
    { value: NONE, label: '不导入' },
    ...columns.map(({ key, title }) => ({ value: key, label: title })),
  ]
  const [opened, setOpened] = useState(false)
  const open = opened || layout.missing.length > 0
  const unused = layout.columns.filter((one) => keyOf(changes, one) === null)
  const isMapped = (key: TableKey) => layout.columns.some((one) => keyOf(changes, one) === key)
  const used = layout.columns.length - unused.length
  const lacking = layout.lacking.filter(({ key }) => layout.columns.some((one) => one.key === key) || !isMapped(key))
  return (
    <Card
      title="列对应"
      extra={!open && <CardMore onClick={() => setOpened(true)}>修改</CardMore>}
      className="import-map"
    >
      <Note weight="r" pad={[6, 16, 4]}>
        标题在第 {layout.heading} 行，已对应 {used} 列
        {unused.length > 0 && `；不导入：${unused.map(titleOf).join('、')}`}
      </Note>
      {lacking.length > 0 && (
        <Stack gap={8} pad={[4, 12, 12]}>
          {lacking.map(({ key, text, perhaps }) => {
            const column = unused.find((one) => perhaps.includes(one.column))
            const action =
              column !== undefined
                ? {
                    label: `对应「${titleOf(column)}」`,
                    onClick: () => onChange(withColumn(changes, layout, column.column, key)),
                  }
                : open || isMapped(key)
                  ? undefined
                  : { label: '选择列', onClick: () => setOpened(true) }
            return (
              <Notice key={key} action={action}>
                {text}
              </Notice>
            )
          })}
        </Stack>
      )}
      {layout.sheets.length > 1 && (
        <Field label="工作表">
          <Select
            title="工作表"
            value={changes.sheet ?? layout.sheet}
            options={layout.sheets.map((label, value) => ({ value, label }))}
            onChange={(sheet) => onChange({ ...changes, sheet })}
          />
        </Field>
      )}
      {open &&
        layout.columns.map((one) => (
          <Field
            key={one.column}
            label={
              <>
                {titleOf(one)}
                <small>{one.example || '（空）'}</small>
              </>
            }
          >
            <Select<TableKey | typeof NONE>
              title={titleOf(one)}
              value={keyOf(changes, one) ?? NONE}
              options={contents}
              onChange={(key) => onChange(withColumn(changes, layout, one.column, key === NONE ? null : key))}
            />
          </Field>
        ))}
    </Card>
  )
}
