import { type Asks, OpenedSheet } from '../../../page/opened.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Cell } from '../../../ui/layout.tsx'
import { ALL_STORES, useCurrentStore } from './current-store.ts'

/** Chooses the store whose data is shown; one tap applies it to all pages. */
export default function StoreSheet({ answer }: Asks<true>) {
  const { storeId, stores, choose } = useCurrentStore()
  const rows = [
    ...(stores.length > 1 ? [{ id: null, name: ALL_STORES, cityName: undefined }] : []),
    ...stores.map(({ id, name, cityName }) => ({ id, name, cityName })),
  ]
  return (
    <OpenedSheet title="选择门店" flush>
      {rows.map(({ id, name, cityName }) => (
        <Cell
          key={id ?? ''}
          label={name}
          note={cityName}
          current={id === storeId}
          chevron={false}
          extra={id === storeId && <Icon name="check" label="已选" />}
          onClick={() => {
            choose(id)
            answer(true)
          }}
        />
      ))}
    </OpenedSheet>
  )
}
