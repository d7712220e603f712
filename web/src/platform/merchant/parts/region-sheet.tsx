import { cities, citiesOf, districtsOf, provinceOf, provinces } from '@cheyi/domain/platform/region/regions'
import { useState } from 'react'
import { Search } from '../../../ui/field/search.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Box, Cell } from '../../../ui/layout.tsx'
import { Sheet } from '../../../ui/modal/sheet.tsx'
import { useCitySounds } from './sounds.ts'

export interface Place {
  readonly cityCode: string
  readonly cityName: string
  readonly districtCode: string
  readonly districtName: string
}

interface RegionSheetProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly cityCode: string
  /** Also lets the user choose the district, if the city has districts. */
  readonly districts?: boolean
  readonly onPick: (place: Place) => void
}

/** Province, city and district in turn; or a city by its name. */
export default function RegionSheet({ open, onClose, cityCode, districts = false, onPick }: RegionSheetProps) {
  const [province, setProvince] = useState(provinceOf(cityCode)?.code ?? '')
  const [city, setCity] = useState<{ code: string; name: string }>()
  const [sought, setSought] = useState('')

  function pickCity(chosen: { code: string; name: string }) {
    if (districts && districtsOf(chosen.code).length > 0) return setCity(chosen)
    onPick({ cityCode: chosen.code, cityName: chosen.name, districtCode: '', districtName: '' })
    onClose()
  }
  const sounds = useCitySounds(sought)
  const step = city ? 'district' : sought ? 'search' : province ? 'city' : 'province'
  const title = { district: city?.name ?? '', search: '选择城市', city: '选择城市', province: '选择省份' }[step]
  const options = {
    province: provinces,
    city: citiesOf(province),
    search: cities.filter(
      ({ code, name }) => name.includes(sought.trim()) || sounds.get(code)?.includes(sought.trim().toLowerCase()),
    ),
    district: city ? districtsOf(city.code) : [],
  }[step]
  return (
    <Sheet open={open} onClose={onClose} title={title} flush>
      {step !== 'district' && (
        <Box pad={[0, 16, 8]}>
          <Search value={sought} onChange={setSought} placeholder="城市名称或拼音" debounce={0} />
        </Box>
      )}
      {(step === 'city' || step === 'district') && (
        <Cell
          lead={<Icon name="chevron-left" size={16} />}
          label={step === 'city' ? '其他省份' : '其他城市'}
          onClick={() => (step === 'city' ? setProvince('') : setCity(undefined))}
          chevron={false}
        />
      )}
      {options.map(({ code, name }) => (
        <Cell
          key={code}
          label={name}
          current={code === cityCode}
          onClick={() => {
            if (step === 'province') setProvince(code)
            else if (step === 'district' && city)
              pickDistrict({ cityCode: city.code, cityName: city.name, districtCode: code, districtName: name })
            else pickCity({ code, name })
          }}
        />
      ))}
    </Sheet>
  )

  function pickDistrict(place: Place) {
    onPick(place)
    onClose()
  }
}
