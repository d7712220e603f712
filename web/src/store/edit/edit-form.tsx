import { storeStatuses } from '@cheyi/domain/merchant/codes'
import { lazy, Suspense } from 'react'
import { calls } from '../../kernel/calls.gen.ts'
import { useRead, useWrite } from '../../kernel/calls.ts'
import { feedback } from '../../kernel/feedback.ts'
import { usePatch, useScreen } from '../../kernel/pages.tsx'
import { go, goBack } from '../../kernel/router.ts'
import { usePictures } from '../../merchant/parts/photos-card.tsx'
import { RecordForm } from '../../merchant/parts/record-form.tsx'
import { useForm } from '../../merchant/parts/use-form.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tag } from '../../ui/tag.tsx'
import { storeScreens } from '../screens.ts'
import { BasicsCard } from './basics-card.tsx'
import { DatesCard } from './dates-card.tsx'
import { HoursCard } from './hours-card.tsx'
import { OneWayCard, RulesCard } from './rules-card.tsx'
import { emptyStore, formOf, inputOf, labels, problemsOf, type StoreDetail, wordsOf } from './store-form.ts'

/** The states of a store come with the machines of all others. */
const StatusCard = lazy(() => import('./status-card.tsx'))
const AreasCard = lazy(() => import('./areas-card.tsx'))
const PlacePage = lazy(() => import('./place-page.tsx'))
const AreaPage = lazy(() => import('./area-page.tsx'))

interface EditFormProps {
  /** null: a new store. */
  readonly stored: StoreDetail | null
  readonly refetch: () => void
}

export function EditForm({ stored, refetch }: EditFormProps) {
  const { part } = useScreen(storeScreens.edit)
  const patch = usePatch()
  const record = stored === null ? emptyStore : formOf(stored)
  const name = `store:${stored?.storeId ?? 'new'}`
  const form = useForm({ name, stored: record, check: problemsOf, refetch })
  const { value, set, problems } = form
  const pictures = usePictures('store', stored?.storeId ?? '', value.photoIds)
  const stores = useRead(calls.store.list, {}, { quiet: true }).data ?? []
  const names = new Map(stores.map((one) => [one.id, one.name]))
  const usual = useRead(calls.merchant.setting, {}, { enabled: stored === null, quiet: true }).data
  const saving = useWrite(calls.store.save, form.manner)
  const back = () => goBack(storeScreens.list.path)

  async function save() {
    if (!form.ready()) return
    const saved = await saving.run(inputOf(value, stored, pictures.ids))
    if (!saved) return
    form.done()
    pictures.uploads.forget()
    feedback.toast(stored ? '门店已保存' : '门店已新增')
    if (stored) back()
    else go(storeScreens.list, {}, { replace: true })
  }

  const close = () => history.back()
  const index = part.startsWith('area-') ? Number(part.slice(5)) : -1
  const area = value.serviceAreas[index]
  const others = value.serviceAreas.filter((_, i) => i !== index)
  if (part === 'place')
    return (
      <Suspense fallback={<Skeleton cards={1} shape="detail" />}>
        <PlacePage
          place={value.place}
          areas={value.serviceAreas}
          cityCode={value.city.code}
          onPick={(place) => {
            set({ place })
            close()
          }}
          onBack={close}
        />
      </Suspense>
    )
  if (area)
    return (
      <Suspense fallback={<Skeleton cards={1} shape="detail" />}>
        <AreaPage
          key={index}
          area={area}
          others={others}
          place={value.place}
          cityCode={value.city.code}
          onChange={(polygon) => {
            set({ serviceAreas: value.serviceAreas.with(index, { ...area, polygon: [...polygon] }) })
            close()
          }}
          onBack={close}
        />
      </Suspense>
    )
  return (
    <RecordForm
      title={stored?.name ?? '新增门店'}
      extra={stored && <Tag tone="neutral">{storeStatuses.text(stored.status)}</Tag>}
      onBack={back}
      form={form}
      record={record}
      isNew={stored === null}
      label={(field) => labels[field]}
      words={(field, one) => wordsOf(field, one, names)}
      photos={{
        title: '门店照片',
        max: 9,
        pictures,
        stored: stored?.photos ?? [],
        kept: value.photoIds,
        onKeep: (photoIds) => set({ photoIds }),
      }}
      saving={saving.pending}
      onSave={() => void save()}
      after={
        stored && (
          <Suspense>
            <StatusCard stored={stored} />
          </Suspense>
        )
      }
    >
      <BasicsCard
        value={value}
        set={set}
        problems={problems}
        manager={stored?.manager ?? null}
        onPlace={() => patch({ part: 'place' }, { push: true })}
      />
      <HoursCard hours={value.hours} error={problems.hours} onChange={(hours) => set({ hours })} />
      <DatesCard dates={value.holidays} error={problems.holidays} onChange={(holidays) => set({ holidays })} />
      <Suspense fallback={<Skeleton cards={1} shape="rows" />}>
        <AreasCard
          areas={value.serviceAreas}
          fees={stored?.fees ?? []}
          error={problems.serviceAreas}
          onChange={(serviceAreas) => set({ serviceAreas })}
          onDraw={(at) => patch({ part: `area-${at}` }, { push: true })}
        />
      </Suspense>
      <RulesCard value={value} set={set} problems={problems} merchant={stored?.merchantSettings ?? usual} />
      <OneWayCard
        value={value}
        set={set}
        stores={stores.filter(({ id }) => id !== stored?.storeId)}
        error={problems.oneWayStoreIds}
      />
    </RecordForm>
  )
}
