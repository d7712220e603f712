import { useState } from 'react'
import { useRow } from '../../kernel/page/pages.tsx'
import { readStored, writeStored } from '../../kernel/stored.ts'
import { useUser } from '../../kernel/user.ts'
import { Chip } from '../../ui/frame/chips.tsx'
import { Icon } from '../../ui/icon.tsx'
import { open } from '../open.ts'

/** The values of a list's filters under a name that the user gave them, on this device. */
interface View {
  readonly name: string
  readonly values: Readonly<Record<string, string>>
}

const MOST = 8

function viewsAt(key: `views:${string}`): readonly View[] {
  try {
    return JSON.parse(readStored(key) ?? '[]') as View[]
  } catch {
    return []
  }
}

interface ViewsProps {
  /** Names of the filters' values in the address. */
  readonly names: readonly string[]
  readonly values: Readonly<Record<string, unknown>>
  readonly patch: (values: Readonly<Record<string, string | undefined>>) => void
  /** A filter is active, which can be kept. */
  readonly narrows: boolean
}

/** Saved views of a list: 超时未还 as a chip that one names oneself. A press applies it, a press on the active one leaves it. */
export function Views({ names, values, patch, narrows }: ViewsProps) {
  const key = `views:${useRow().name}:${useUser()?.id}` as const
  const [views, setViews] = useState(() => viewsAt(key))
  const now = Object.fromEntries(names.flatMap((name) => (values[name] ? [[name, String(values[name])] as const] : [])))
  const isNow = (view: View) => names.every((name) => (view.values[name] ?? '') === (now[name] ?? ''))
  const current = narrows ? views.find(isNow) : undefined
  function keep(next: readonly View[]) {
    writeStored(key, JSON.stringify(next))
    setViews(next)
  }
  async function save() {
    const name = await open(() => import('./view-sheet.tsx'), { taken: views.map((view) => view.name) })
    if (name !== undefined) keep([...views, { name, values: now }])
  }
  const apply = (to: View['values']) => patch(Object.fromEntries(names.map((name) => [name, to[name]])))
  return (
    <>
      {views.map((view) =>
        view === current ? (
          <Chip key={view.name} on onRemove={() => keep(views.filter((one) => one !== view))}>
            <button type="button" className="chip-open" aria-pressed="true" onClick={() => apply({})}>
              {view.name}
            </button>
          </Chip>
        ) : (
          <span key={view.name} className="chip">
            <button type="button" className="chip-open" aria-pressed="false" onClick={() => apply(view.values)}>
              {view.name}
            </button>
          </span>
        ),
      )}
      {narrows && current === undefined && views.length < MOST && (
        <span className="chip">
          <button type="button" className="chip-open" aria-haspopup="dialog" onClick={() => void save()}>
            <Icon name="plus" size={14} />
            存为视图
          </button>
        </span>
      )}
    </>
  )
}
