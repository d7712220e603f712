import { lazy, Suspense, useEffect, useState } from 'react'
import { FieldRow } from '../../../form/field-row.tsx'
import type { FormField } from '../../../form/form-field.ts'
import { PickButton } from '../../../ui/field/pick-row.tsx'

/** The list of regions has 25 KB, so it is loaded on first use. */
const RegionSheet = lazy(() => import('./region-sheet.tsx'))
const regions = () => import('@cheyi/domain/platform/region/regions')

interface RegionFieldProps {
  readonly city: FormField<string | null>
  /** The field of the district, if it is requested as well. */
  readonly district?: FormField<string | null>
  readonly label?: string
  /** Names of the stored codes, so that they are shown before the list is loaded. */
  readonly known: Readonly<Record<string, string>>
}

/** A city, with its district if that is requested. */
export function RegionField({ city, district, label, known }: RegionFieldProps) {
  const [asked, setAsked] = useState(0)
  const [open, setOpen] = useState(false)
  const codes = [city.value, city.theirs?.value, district?.value, district?.theirs?.value]
  const nameOf = useRegionNames(codes, known)
  // City and district are chosen in one step, so they are validated together.
  const place: FormField<string | null> =
    district === undefined
      ? city
      : {
          ...city,
          theirs: city.theirs ?? (district.theirs && { value: city.value }),
          decide(take) {
            city.decide(take)
            district.decide(take)
          },
        }
  const words = (code: string | null, districtCode: string | null | undefined) =>
    [code, districtCode].map(nameOf).filter(Boolean).join(' ')
  return (
    <FieldRow
      of={place}
      label={label}
      words={(code) => words(code, district?.theirs ? district.theirs.value : district?.value)}
    >
      <PickButton
        value={words(city.value, district?.value)}
        onClick={() => {
          setAsked(asked + 1)
          setOpen(true)
        }}
      />
      {asked > 0 && (
        <Suspense fallback={null}>
          <RegionSheet
            key={asked}
            open={open}
            onClose={() => setOpen(false)}
            cityCode={city.value ?? ''}
            districts={district !== undefined}
            onPick={(place) => {
              city.set(place.cityCode)
              district?.set(place.districtCode)
            }}
          />
        </Suspense>
      )}
    </FieldRow>
  )
}

/** Name of a region by its code; '' for an unknown code until the list is loaded. */
function useRegionNames(
  codes: readonly (string | null | undefined)[],
  known: RegionFieldProps['known'],
): (code: string | null | undefined) => string {
  const [nameOf, setNameOf] = useState<(code: string) => string>()
  const strange = codes.some((code) => code && !(code in known))
  useEffect(() => {
    if (strange) void regions().then(({ regionName }) => setNameOf(() => regionName))
  }, [strange])
  return (code) => (code ? (known[code] ?? nameOf?.(code) ?? '') : '')
}
