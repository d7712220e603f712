// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import type { CallOf } from '../wire.ts'

export const box = 'driver GET /api/user/v1/driver/box' as CallOf<'driver', 'box'>
export const arrange = 'driver POST /api/pick_diver/arrange/v1 order,/api/order/v1/detail overview,/api/data/v1/home pickupReturn,/api/order/vehicle/pick_return/v1/task' as CallOf<'driver', 'arrange'>
export const arrive = 'driver POST /api/pick_diver/arrive/v1 order,/api/order/v1/detail order,/api/order/v1/log/list' as CallOf<'driver', 'arrive'>
export const tasks = 'driver POST /api/pick_diver/list/v1' as CallOf<'driver', 'tasks'>
export const tasksOfOrder = 'driver POST /api/pick_diver/list_by_order/v1' as CallOf<'driver', 'tasksOfOrder'>
export const certificates = 'driver POST /api/order/v1/certificate/detail' as CallOf<'driver', 'certificates'>
export const customers = 'driver POST /api/person/v1/list' as CallOf<'driver', 'customers'>
export const customerTags = 'driver POST /api/person/v1/tag/list' as CallOf<'driver', 'customerTags'>
export const setTags = 'driver POST /api/person/v1/tag/save' as CallOf<'driver', 'setTags'>
export const exportCustomers = 'driver POST /api/person/v1/list/export -' as CallOf<'driver', 'exportCustomers'>
export const searchPeople = 'driver POST /api/person/v1/search' as CallOf<'driver', 'searchPeople'>
export const personDetail = 'driver POST /api/person/v1/detail' as CallOf<'driver', 'personDetail'>
export const revealPerson = 'driver POST /api/person/v1/reveal -' as CallOf<'driver', 'revealPerson'>
export const savePerson = 'driver POST /api/person/v1/save order,/api/order/v1/detail pickupReturn,/api/order/vehicle/pick_return/v1/task' as CallOf<'driver', 'savePerson'>
export const verifyPerson = 'driver POST /api/person/v1/verify order,/api/order/v1/detail pickupReturn,/api/order/vehicle/pick_return/v1/task' as CallOf<'driver', 'verifyPerson'>
export const checkIdentity = 'driver POST /api/person/v1/identity/check pickupReturn,/api/order/vehicle/pick_return/v1/task' as CallOf<'driver', 'checkIdentity'>
export const checkLicence = 'driver POST /api/person/v1/licence/check pickupReturn,/api/order/vehicle/pick_return/v1/task' as CallOf<'driver', 'checkLicence'>
export const blacklistPerson = 'driver POST /api/person/v1/blacklist order,/api/order/v1/detail pickupReturn,/api/order/vehicle/pick_return/v1/task' as CallOf<'driver', 'blacklistPerson'>
export const privacy = 'driver POST /api/person/v1/privacy' as CallOf<'driver', 'privacy'>
export const withdrawConsent = 'driver POST /api/person/v1/consent/withdraw' as CallOf<'driver', 'withdrawConsent'>
export const requests = 'driver POST /api/person/v1/request/list' as CallOf<'driver', 'requests'>
export const requestPrivacy = 'driver POST /api/person/v1/request/enter todo,/api/data/v1/todo' as CallOf<'driver', 'requestPrivacy'>
export const answerPrivacy = 'driver POST /api/person/v1/request/answer todo,/api/data/v1/todo' as CallOf<'driver', 'answerPrivacy'>
export const holdOrder = 'driver POST /api/person/v1/hold' as CallOf<'driver', 'holdOrder'>
export const exportPerson = 'driver POST /api/person/v1/export -' as CallOf<'driver', 'exportPerson'>
export const erasePerson = 'driver POST /api/person/v1/erase order,/api/order/v1/detail order,/api/order/v1/list' as CallOf<'driver', 'erasePerson'>
export const readDocument = 'driver POST /api/person/v1/ocr -' as CallOf<'driver', 'readDocument'>
