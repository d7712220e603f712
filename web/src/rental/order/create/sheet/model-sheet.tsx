import { useState } from 'react'
import type { FreeModel } from '../../../../booking/order/parts/free-model.ts'
import { Search } from '../../../../ui/field/search.tsx'
import { ChipRadios } from '../../../../ui/frame/chips.tsx'
import { Empty } from '../../../../ui/frame/empty.tsx'
import { MainButton, Row, Stack } from '../../../../ui/layout.tsx'
import { Sheet } from '../../../../ui/modal/sheet.tsx'
import { ModelRows } from '../card/model-row.tsx'
import { classesOf, modelsOf } from '../models.ts'

export interface ModelSheetProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly models: readonly FreeModel[]
  /** The class shown on the card. */
  readonly shownClass: number
  readonly value: string | null
  readonly onChange: (modelId: string) => void
}

/** Every model of the store, by class and by name. */
export default function ModelSheet({ open, onClose, models, shownClass, value, onChange }: ModelSheetProps) {
  const [chosen, setChosen] = useState(shownClass)
  const [keyword, setKeyword] = useState('')
  const wanted = modelsOf(models, chosen).filter(({ name }) => name.toLowerCase().includes(keyword.toLowerCase()))
  const picked = models.find(({ modelId }) => modelId === value)
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title="选择车型"
      flush
      footer={<MainButton onClick={onClose}>{picked ? `选定 ${picked.name}` : '完成'}</MainButton>}
    >
      <Row pad={[0, 16, 8]} align="stretch">
        <Search value={keyword} onChange={setKeyword} placeholder="车型名称" debounce={0} />
      </Row>
      <ChipRadios label="车型类别" options={classesOf(models)} value={chosen} onChange={setChosen} />
      <Stack pad={[2, 8, 10]} dims>
        <ModelRows name="model-sheet" models={wanted} value={value} onChange={onChange} />
      </Stack>
      {wanted.length === 0 && (
        <Empty art="search" title="没有匹配的车型" note={keyword ? `已筛选：${keyword}` : undefined} />
      )}
    </Sheet>
  )
}
