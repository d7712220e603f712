/** @jsxImportSource preact */
import { formatDateTime } from '@cheyi/domain/time'
import { say } from '../../../src/words/words.ts'
import type { Rental } from '../../view.ts'

/** When and where: with the map, the telephone and the file for the calendar. */
export function TripCard({ site, rental }: { readonly site: string; readonly rental: Rental }) {
  const { pickupPlace, returnPlace, storeName, returnStoreName, storeId, returnStoreId } = rental
  return (
    <section class="card">
      <h2>{rental.model}</h2>
      {rental.plate !== '' && <Line name={say('车牌')} text={rental.plate} />}
      <Line name={say('取车时间')} text={formatDateTime(rental.actualPickupAt ?? rental.pickupAt)} />
      <Line name={say('还车时间')} text={formatDateTime(rental.actualReturnAt ?? rental.returnAt)} />
      <PlaceLines
        title={storeId === returnStoreId ? say('门店') : say('取车门店')}
        name={storeName}
        place={pickupPlace}
      />
      {storeId !== returnStoreId && <PlaceLines title={say('还车门店')} name={returnStoreName} place={returnPlace} />}
      <Line name={say('订单号')} text={rental.orderNo} />
      {rental.actualReturnAt === null && rental.status < 6 && (
        <a class="button second" href={`/s/${site}/mine/${rental.orderId}/rental.ics`}>
          {say('加到手机日历')}
        </a>
      )}
    </section>
  )
}

export const Line = ({ name, text }: { readonly name: string; readonly text: string }) => (
  <p class="line">
    <span>{name}</span>
    <span>{text}</span>
  </p>
)

interface PlaceProps {
  readonly title: string
  readonly name: string
  readonly place: Rental['pickupPlace']
}

function PlaceLines({ title, name, place }: PlaceProps) {
  const { address, phone, lng, lat } = place
  return (
    <>
      <Line name={title} text={name} />
      <p class="quiet">{address}</p>
      <p class="links">
        {lng !== null && lat !== null && (
          <a href={mapAddress(lng, lat, name)} target="_blank" rel="noopener noreferrer">
            {say('地图导航')}
          </a>
        )}
        {phone !== '' && <a href={`tel:${phone}`}>{say('拨打电话')}</a>}
      </p>
    </>
  )
}

const mapAddress = (lng: number, lat: number, name: string): string =>
  `https://uri.amap.com/marker?position=${lng},${lat}&name=${encodeURIComponent(name)}&coordinate=gaode`
