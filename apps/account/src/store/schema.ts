/** The tables of the account service. Times are epoch seconds, flags `Y` or `N`, lists and objects JSON text. */
import type { Kysely, Transaction } from 'kysely';

export type YesNo = 'Y' | 'N';

interface UserTable {
  user_name: string;
  nick: string;
  mail: string;
  mobile: string;
  avatar: string;
  /** argon2id in PHC form. */
  verifier: string;
  points: number;
  created: number;
}
/** One valid session for each user and device type (G-28); the token itself is not stored. */
interface SessionTable {
  user_name: string;
  devtype: string;
  token_hash: string;
  /** Time of the last use, accurate to a day. */
  used: number;
}
interface CodeTable {
  target: string;
  code_hash: string;
  sent: number;
  expires: number;
  tries: number;
}
interface AttemptTable {
  name: string;
  count: number;
  expires: number;
}
interface BoxTable {
  box_id: string;
  box_name: string;
  /**
   * The link key of the box (`linkKeyOf`), not its own secret. Stored readable, because the service must present it
   * when it pushes the roster. Empty for the box of the same process.
   */
  secret: string;
  model: 'N2' | 'N3' | 'G2';
  edition: 'standard' | 'starlight';
  version: string;
  /** The title of the box for users who have not set a name of their own. */
  title: string;
  lan_ip: string;
  wan_ip: string;
  ipv6: string;
  api_port: number;
  /** Time of the last report, 0 for never. */
  seen: number;
}
interface RosterTable {
  box_id: string;
  user_name: string;
  admin: YesNo;
  owner: YesNo;
  nick: string;
  created: number;
}
interface InviteTable {
  code: string;
  box_id: string;
  expires: number;
}
/** Boxes with a pending roster push (X106). */
interface PushTable {
  box_id: string;
  due: number;
  tries: number;
  /** Incremented by every change, so that a change during a push is not lost. */
  revision: number;
}
interface RelayGrantTable {
  auth_hash: string;
  box_id: string;
  user_name: string;
  session_hash: string;
  expires: number;
}
interface MessageTable {
  mid: string;
  user_name: string;
  type: number;
  content: string;
  state: number;
  date_time: number;
  box_name: string;
}
interface FeedbackTable {
  id: string;
  user_name: string;
  type: string;
  contact: string;
  content: string;
  pictures: string;
  created: number;
}
interface DomainTable {
  id: string;
  domain: string;
  owner: string;
  status: 'unused' | 'using' | 'stopped';
  box_id: string;
  code: string;
  free: YesNo;
  expire: number;
  in_use: YesNo;
}
interface EntranceTable {
  box_id: string;
  enabled: YesNo;
  domain: string;
}
/** `kind` is what a code is for; `plan` is the JSON of the plan for products and add-ons. */
interface ExchangeCodeTable {
  code: string;
  kind: 'domain' | 'product' | 'addon';
  plan: string;
  expires: number;
  used_by: string;
  used_at: number;
}
interface ProductTable {
  sub_id: string;
  owner: string;
  name: string;
  plan: 'free' | 'monthly' | 'addon';
  srv_id: string;
  box_id: string;
  state: 'inactive' | 'active' | 'released';
  ports: string;
  max_ports: number;
  max_white: number;
  flow: number;
  bandwidth: number;
  white: string;
  domain: string;
  def: YesNo;
  expire: number;
  signed_on: string;
}
interface FlowTable {
  sub_id: string;
  box_id: string;
  day: string;
  bytes: number;
}
interface RemoteTable {
  box_id: string;
  srv_id: string;
  srv_port: number;
}
/** A token that opens one box for one session; the token itself is not stored. */
interface BoxTokenTable {
  token_hash: string;
  box_id: string;
  user_name: string;
  session_hash: string;
  /** Time of the last check, accurate to an hour. */
  used: number;
}
/** An ended box token that its box has not received yet. */
interface EndedTokenTable {
  box_id: string;
  token_hash: string;
}
/** A link to set a new password; its secret is not stored. */
interface PasswordLinkTable {
  user_name: string;
  secret_hash: string;
  /** The box whose administrator (`made_by`) created the link. */
  box_id: string;
  made_by: string;
  expires: number;
}
interface TunnelClientTable {
  box_id: string;
  type: string;
  prepared: number;
}
interface ContainerConfTable {
  box_id: string;
  conf: string;
}

export interface Tables {
  users: UserTable;
  sessions: SessionTable;
  codes: CodeTable;
  attempts: AttemptTable;
  boxes: BoxTable;
  roster: RosterTable;
  invites: InviteTable;
  pushes: PushTable;
  relay_grants: RelayGrantTable;
  box_tokens: BoxTokenTable;
  ended_tokens: EndedTokenTable;
  password_links: PasswordLinkTable;
  messages: MessageTable;
  feedback: FeedbackTable;
  domains: DomainTable;
  entrances: EntranceTable;
  exchange_codes: ExchangeCodeTable;
  products: ProductTable;
  flows: FlowTable;
  remotes: RemoteTable;
  tunnel_clients: TunnelClientTable;
  container_confs: ContainerConfTable;
}

/** The database or a transaction in it. */
export type Db = Kysely<Tables>;
export type Tx = Transaction<Tables>;
export type BoxRow = BoxTable;
export type PushRow = PushTable;
export type UserRow = UserTable;
export type ProductRow = ProductTable;
