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
/** One live session a user and device type (G-28); the token itself is not stored. */
interface SessionTable {
  user_name: string;
  devtype: string;
  token_hash: string;
  /** When it was last used, to the day. */
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
   * Readable, because the service must show it to the box when it pushes the roster: the box's link key (`linkKeyOf`), not its own secret.
   * Empty for the box of this very process.
   */
  secret: string;
  model: 'N2' | 'N3' | 'G2';
  edition: 'standard' | 'starlight';
  version: string;
  /** What people call the box until they give it a name of their own. */
  title: string;
  lan_ip: string;
  wan_ip: string;
  ipv6: string;
  api_port: number;
  /** When the box last reported, 0 for never. */
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
/** Boxes whose roster still has to be pushed (X106). */
interface PushTable {
  box_id: string;
  due: number;
  tries: number;
  /** Grows with every change, so that a change during a push is not lost. */
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
/** `kind` says what a code buys; `plan` is the JSON of the plan for products and add-ons. */
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
  /** When it was last asked about, to the hour. */
  used: number;
}
/** A box token that has ended and whose box has not heard of it. */
interface EndedTokenTable {
  box_id: string;
  token_hash: string;
}
/** A link with which a user chooses a new password; its secret is not stored. */
interface PasswordLinkTable {
  user_name: string;
  secret_hash: string;
  /** The box whose administrator made it, and who that was. */
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
export type Box = BoxTable;
export type Push = PushTable;
export type UserRow = UserTable;
export type ProductRow = ProductTable;
