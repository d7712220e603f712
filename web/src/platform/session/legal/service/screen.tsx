import { page } from '../../../../page/page.tsx'
import { LegalPage } from '../../parts/legal-page.tsx'
import { sessionScreens } from '../../screens.ts'

/** 服务协议 in the version in force, which the login asks the user to accept. */
export default page(sessionScreens.serviceAgreement, () => <LegalPage type="service" />)
