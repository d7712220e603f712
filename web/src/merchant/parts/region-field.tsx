import '../../ui/select.css'
import { lazy, Suspense, useState } from 'react'
import { Field, useFieldLink } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { Place } from './region-sheet.tsx'

/** The list of regions is 25 KB: it comes when it is asked for. */
const RegionSheet = lazy(() => import('./region-sheet.tsx'))

interface RegionFieldProps {
  readonly label: string
  readonly cityCode: string
  /** How the chosen place reads; '' for none. */
  readonly words: string
  readonly districts?: boolean
  readonly error?: string
  readonly onPick: (place: Place) => void
}

/** A city, with its district where that is asked for. */
export function RegionField({ label, cityCode, words, districts, error, onPick }: RegionFieldProps) {
  const [asked, setAsked] = useState(0)
  const [open, setOpen] = useState(false)
  return (
    <Field label={label} error={error}>
      <Opener
        words={words}
        onClick={() => {
          setAsked(asked + 1)
          setOpen(true)
        }}
      />
      {asked > 0 && (
        <Suspense>
          <RegionSheet
            key={asked}
            open={open}
            onClose={() => setOpen(false)}
            cityCode={cityCode}
            districts={districts}
            onPick={onPick}
          />
        </Suspense>
      )}
    </Field>
  )
}

function Opener({ words, onClick }: { words: string; onClick: () => void }) {
  const link = useFieldLink()
  return (
    <button {...link} type="button" className="select" aria-haspopup="dialog" onClick={onClick}>
      <span className={words ? 'select-value' : 'select-value select-empty'}>{words || '请选择'}</span>
      <Icon name="chevron-right" size={16} />
    </button>
  )
}
