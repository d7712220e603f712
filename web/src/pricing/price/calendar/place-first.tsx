import { calls, useRead } from '../../../kernel/call/calls.ts'
import { usePatch } from '../../../kernel/page/pages.tsx'
import { Page } from '../../../page/page.tsx'
import { useCurrentStore } from '../../../platform/store/parts/current-store.ts'
import { Field } from '../../../ui/field/field.tsx'
import { Select } from '../../../ui/field/select.tsx'
import { Card } from '../../../ui/layout.tsx'

/** Asks for the store and the model, because a calendar belongs to one model at one store. */
export default function PlaceFirst({ storeId: asked }: { storeId: string | undefined }) {
  const patch = usePatch()
  const { storeId: current, stores } = useCurrentStore()
  const storeId = asked ?? current ?? (stores.length === 1 ? stores[0]?.id : undefined)
  const models = useRead(calls.price.rules, { storeId: storeId ?? '' }, { enabled: storeId !== undefined })
  return (
    <Page narrow>
      <Card>
        <Field label="门店">
          <Select
            title="门店"
            placeholder="选择门店"
            search
            options={stores.map(({ id, name }) => ({ value: id, label: name }))}
            value={storeId}
            onChange={(chosen) => patch({ storeId: chosen })}
          />
        </Field>
        <Field label="车型" hint={storeId === undefined ? '请先选择门店' : undefined}>
          <Select
            title="车型"
            placeholder="选择车型"
            search
            options={(models.data ?? []).map(({ modelId, name }) => ({ value: modelId, label: name }))}
            value={undefined}
            onChange={(modelId) => patch({ storeId, modelId })}
          />
        </Field>
      </Card>
    </Page>
  )
}
