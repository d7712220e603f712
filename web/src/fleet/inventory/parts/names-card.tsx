import { libraryModel } from '@cheyi/domain/fleet/inventory/import/names'
import { useEffect } from 'react'
import { calls, feedback, useRead, useWrite } from '../../../kernel/call/calls.ts'
import { linkTo, useMayWhole, useReach } from '../../../kernel/user.ts'
import { open } from '../../../page/open.ts'
import { storeScreens } from '../../../platform/store/screens.ts'
import {
  idOf,
  type Name,
  nameKey,
  type ReadingProps,
  withAdded,
  withName,
} from '../../../platform/table-import/parts/reading.ts'
import { Field } from '../../../ui/field/field.tsx'
import { Select } from '../../../ui/field/select.tsx'
import { Box, Button, Card, CardMore, Note } from '../../../ui/layout.tsx'
import { copyOf } from '../../model/parts/model-form.ts'
import { useModels } from '../../model/parts/models.ts'
import { modelScreens } from '../../model/screens.ts'
import { type Chosen, withModels } from './library-names.ts'

/** 车型对应, 门店对应: maps each name in the table to a model or store of the merchant, once for all rows. */
export function NamesCard({ layout, changes, onChange }: ReadingProps) {
  const reach = useReach()
  const mayOpenStores = useMayWhole('store.edit')
  /** Opens the form for a new model or store, with the first unmapped name as its name. */
  const add = (field: Name['field']) => {
    const name = layout.names.find((one) => one.field === field && idOf(changes, one) === undefined)?.name ?? ''
    if (field === 'model') return linkTo(reach, modelScreens.edit, { id: '0', name })
    return mayOpenStores ? linkTo(reach, storeScreens.edit, { id: '0', name }) : undefined
  }
  const mayAdd = useMayWhole('model.edit')
  const saving = useWrite(calls.model.save)
  const unknown = layout.names.filter((one) => one.field === 'model' && idOf(changes, one) === undefined)
  const { data: library = [], isLoading } = useRead(calls.model.library, {}, { enabled: mayAdd && unknown.length > 0 })
  /** The library model that matches each unmapped name. */
  const meant = new Map(unknown.flatMap((one) => [[one, libraryModel(one.name, library)] as const]))
  const proposed = [...meant].flatMap(([name, row]) => (row === undefined ? [] : [{ name, row }]))
  async function chooseFor(name: Name) {
    const row = await open(() => import('../../model/parts/library-sheet.tsx'), { sought: name.name })
    if (row) await addFor([{ name, row }])
  }
  /** Maps names to models of the library; a model that the merchant lacks is created first. */
  async function addFor(chosen: readonly Chosen[]) {
    const { next, added } = await withModels(changes, chosen, (row) => saving.run(copyOf(row)))
    if (next === changes) return
    feedback.toast(`已对应 ${added.map(({ name }) => name).join('、')}`)
    onChange(next)
  }
  const models = useModels(layout.names.some(({ field }) => field === 'model'))
  const stores = useRead(
    calls.store.list,
    {},
    { enabled: layout.names.some(({ field }) => field === 'store'), quiet: false },
  )
  const options = {
    model: models.map(({ modelId, name }) => ({ value: modelId, label: name })),
    store: (stores.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
  }
  useEffect(() => {
    const next = withAdded(changes, layout, options)
    if (next !== changes) onChange(next)
  })
  // A button that appeared later would move what a finger is about to touch.
  if (isLoading) return null
  return (['model', 'store'] as const).map((field) => {
    const names = layout.names.filter((one) => one.field === field)
    if (names.length === 0) return null
    const adding = add(field)
    const word = field === 'model' ? '车型' : '门店'
    return (
      <Card
        key={field}
        title={`${word}对应`}
        extra={adding && <CardMore onClick={adding.onClick}>新建{word}</CardMore>}
        className="import-map"
      >
        <Note weight="r" pad={[6, 16, 4]}>
          表格里的名称与系统中不同，选择一次，用于所有同名的行，下次自动沿用
        </Note>
        {names.map((one) => (
          <Field
            key={nameKey(one)}
            label={
              <>
                {one.name || `（未填${word}）`}
                <small className="num">{one.rows} 行</small>
              </>
            }
          >
            <Select
              title={one.name || `未填${word}的行`}
              value={idOf(changes, one)}
              options={options[field]}
              placeholder={`选择${word}`}
              onChange={(id) => onChange(withName(changes, one, id))}
            />
            {field === 'model' && mayAdd && idOf(changes, one) === undefined && (
              <Box pad={[0, 0, 10]}>
                <Note>{meant.get(one) && `车型库：${meant.get(one)!.name} ${meant.get(one)!.config}`}</Note>
                <Button size="s" icon="plus" loading={saving.pending} onClick={() => void chooseFor(one)}>
                  从车型库添加
                </Button>
              </Box>
            )}
          </Field>
        ))}
        {field === 'model' && proposed.length > 0 && (
          <Box pad={[8, 16, 12]}>
            <Button variant="tint" block loading={saving.pending} onClick={() => void addFor(proposed)}>
              按车型库添加 {new Set(proposed.map(({ row }) => row)).size} 款
            </Button>
          </Box>
        )}
      </Card>
    )
  })
}
