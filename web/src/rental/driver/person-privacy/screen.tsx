import { ask, calls } from '../../../kernel/call/calls.ts'
import { Page, page, useAnswers } from '../../../page/page.tsx'
import { driverScreens } from '../screens.ts'
import { ConsentsCard } from './consents-card.tsx'
import { DataCard } from './data-card.tsx'
import { HoldsCard } from './holds-card.tsx'
import { RequestsCard } from './requests-card.tsx'

/** A customer's consents and requests, and the actions on their data. */
export default page(
  driverScreens.personPrivacy,
  ({ personId }) => {
    const [privacy, person] = useAnswers(
      ask(calls.driver.privacy, { personId }),
      ask(calls.driver.personDetail, { personId }, { freshFor: 240_000 }),
    )
    return (
      <Page>
        <ConsentsCard personId={personId} consents={privacy.consents} />
        <RequestsCard personId={personId} requests={privacy.requests} />
        <HoldsCard holds={privacy.holds} orders={person.orders} />
        <DataCard person={person} open={privacy.open} kept={privacy.kept} />
      </Page>
    )
  },
  { cards: 4, shape: 'detail' },
)
