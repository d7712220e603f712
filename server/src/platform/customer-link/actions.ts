export {
  type CustomerPurpose,
  customerPhone,
  newCustomerLink,
  type OpenedLink,
  openCustomerLink,
  textLink,
} from './link.ts'
export { openWithPass, partUploadGuard, passUploadGuard, sendPassCode, takePass, tokenOfFile } from './pass.ts'
export { revokeLinks, textsOf } from './store.ts'
