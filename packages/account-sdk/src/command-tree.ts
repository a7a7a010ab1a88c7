import * as session from './session/account-session-commands.ts';
import * as user from './user/user-commands.ts';
import * as roster from './roster/roster-commands.ts';
import * as passwordLinks from './roster/password-link-commands.ts';
import * as box from './box/account-box-commands.ts';
import * as link from './link/box-link-commands.ts';
import * as messages from './messages/message-commands.ts';
import * as feedback from './feedback/feedback-commands.ts';
import * as domains from './domains/domain-commands.ts';
import * as tunnels from './tunnels/tunnel-commands.ts';
import * as containers from './containers/account-container-commands.ts';
import * as plugins from './plugins/account-plugin-commands.ts';

/** Every command by area and verb: the structure of the facade, one line per command. */
export const commandTree = {
  session: {
    signIn: session.SignIn,
    signOut: session.SignOut,
    check: session.CheckToken,
    sendCode: session.SendCode,
    checkCode: session.CheckCode,
    register: session.RegisterUser,
    introspect: session.IntrospectToken,
  },
  user: {
    get: user.GetUser,
    avatar: user.GetAvatar,
    friends: user.ListFriends,
    nicknames: user.GetNicknames,
    admin: user.GetAdmin,
    transferAdmin: user.TransferAdmin,
    changeAvatar: user.ChangeAvatar,
    changeNickname: user.ChangeNickname,
    proveAddress: user.ProveAddress,
    changeMail: user.ChangeMail,
    changeMobile: user.ChangeMobile,
    changePassword: user.ChangePassword,
    points: user.GetPoints,
  },
  roster: {
    boxes: roster.ListBoxes,
    users: roster.ListBoxUsers,
    remove: roster.RemoveBoxUser,
    rename: roster.RenameBox,
    join: roster.JoinBox,
    invite: roster.GetInvite,
    makePasswordLink: passwordLinks.MakePasswordLink,
    endPasswordLink: passwordLinks.EndPasswordLink,
    renewPassword: passwordLinks.RenewPassword,
  },
  box: {
    address: box.GetBoxAddress,
    newestVersion: box.GetNewestVersion,
    version: box.GetVersion,
  },
  messages: {
    unread: messages.CountUnread,
    list: messages.ListMessages,
    markRead: messages.MarkRead,
    delete: messages.DeleteMessage,
    clear: messages.ClearMessages,
  },
  feedback: {
    send: feedback.SendFeedback,
  },
  domains: {
    list: domains.ListDomains,
    add: domains.AddDomain,
    enable: domains.EnableDomain,
    stop: domains.StopDomain,
    delete: domains.DeleteDomain,
    check: domains.CheckDomain,
    reportUse: domains.ReportDomainUse,
    shareEntrance: domains.GetShareEntrance,
    setShareEntrance: domains.SetShareEntrance,
  },
  tunnels: {
    nodes: tunnels.ListNodes,
    list: tunnels.ListProducts,
    get: tunnels.GetProduct,
    dailyFlow: tunnels.GetDailyFlow,
    conf: tunnels.GetProductConf,
    portRemarks: tunnels.ListPortRemarks,
    requestTrial: tunnels.RequestTrial,
    setWhitelist: tunnels.SetWhitelist,
    bind: tunnels.BindProduct,
    unbind: tunnels.UnbindProduct,
    bindRemote: tunnels.BindRemoteConnection,
    setDomain: tunnels.SetProductDomain,
    rename: tunnels.RenameProduct,
    setPorts: tunnels.SetPorts,
    setPortRemark: tunnels.SetPortRemark,
    signIn: tunnels.SignInForFlow,
    redeem: tunnels.RedeemCode,
    prepare: tunnels.PrepareTunnel,
  },
  containers: {
    setConf: containers.SetContainerConf,
    conf: containers.GetContainerConf,
  },
  plugins: {
    online: plugins.ListOnlinePlugins,
  },
  link: {
    register: link.RegisterBox,
    report: link.ReportBox,
    setUpOwner: link.SetUpOwner,
    countTry: link.CountTry,
    postMessage: link.PostMessage,
  },
} as const;

const { boxes: _boxes, users: _users, ...rosterChanges } = commandTree.roster;

/** The routes of the service: the same tree, with the two roster commands replaced by the one endpoint they share. */
export const serviceTree = {
  ...commandTree,
  roster: { ...rosterChanges, list: roster.GetRoster },
} as const;
